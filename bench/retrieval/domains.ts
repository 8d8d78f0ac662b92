/** Requests of one domain, and tools of another that can do nothing for them. */
export interface DomainPair {
  /** The labelled set that the requests come from. */
  readonly from: string;
  /** Whether a request is asked, by the label of its right tool. */
  readonly isAsked: (label: string) => boolean;
  /** The set that the tools are of. */
  readonly to: string;
  /** Whether a tool is there, by its label. */
  readonly isThere: (label: string) => boolean;
}

/** Which tools of the sets of mixed requests have nothing to do with software, servers, accounts or their security. */
const EVERYDAY = {
  metatool: except(
    /^(?:RepoTool|dev|WebsiteTool|URLTool|web_scraper|web_requests|wpinteract|Zapier|dart|tailor_erp|AutoInfra1|SSH|deployscript)$/,
    /^(?:webhooks|AI2sql|noteable|AppyPieAIAppBuilder|hackit_web_scanner|hacktrack|website_performance_insights|cloudflare_radar)$/,
    /^(?:chat_with_workspace|Creaticode_Extension_of_MIT_Scratch|LarkBaseImporter|DataRetrievalTool|TalentOrg|aiAgents|universal)$/,
  ),
  // The services of its dialogues: cinemas, travel, homes, music, payments, weather.
  'bfcl-live': (label: string) => /^[A-Z][A-Za-z]+_\d_/.test(label),
  'acebench-en': except(
    /secur|encrypt|network|cluster|monitoring|backup|server|cloud|software|web|site|model|device|system|test|api|database|document/i,
    /user|account|profile|virus|malware|cpu|project|task|team|code|program|app(?!liance|arel)|data|digital|tech|message|version|review/i,
  ),
};

/** All of the Azure server but what tools for everyday things do as well: speak, send mail, know prices, look up texts. */
const isAdministration = except(/^(?:speech|communication|pricing|docs|search|marketplace|foundryextensions)_/);

/** Servers of `livemcpbench-steps` for leisure: cooking, games, fortunes, music, museums, trains, homes for holidays, trends. */
const isLeisure = (label: string) =>
  /^(?:howtocook-mcp|opgg-mcp|chess|Bazi|coin-flip|music-analysis|ygocdb|wuwa-mcp|met-museum|12306-mcp|airbnb|trends-hub):/.test(
    label,
  );

const everything = () => true;

/**
 * Every pair that is measured.
 *
 * Everyday requests (a recipe, a flight, a horoscope, the price of a share) of three sets, and tools for code that is kept
 * on GitHub, or for resources in a cloud: none of them cooks, books or foretells. Requests about resources in a cloud, and
 * tools for everyday things or leisure: none of them knows a cluster or a vault. Not the other way round for
 * `acebench-en`: among its tools are many for businesses, with accounts, storage and plans of recovery.
 */
export const DOMAIN_PAIRS: readonly DomainPair[] = [
  ...Object.entries(EVERYDAY).flatMap(([from, isAsked]): readonly DomainPair[] => [
    { from, isAsked, to: 'github-mcp-server', isThere: everything },
    { from, isAsked, to: 'github-rest-openapi', isThere: everything },
    { from, isAsked, to: 'azure-mcp', isThere: isAdministration },
  ]),
  { from: 'azure-mcp', isAsked: isAdministration, to: 'metatool', isThere: EVERYDAY.metatool },
  { from: 'azure-mcp', isAsked: isAdministration, to: 'bfcl-live', isThere: EVERYDAY['bfcl-live'] },
  { from: 'azure-mcp', isAsked: isAdministration, to: 'livemcpbench-steps', isThere: isLeisure },
];

function except(...patterns: readonly RegExp[]): (label: string) => boolean {
  return (label) => !patterns.some((pattern) => pattern.test(label));
}
