const ON_WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
const ELSEWHERE = ['HOME', 'LANG', 'LANGUAGE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];

/** Locale settings and the XDG folders: many variables, none of them secret. */
const FAMILIES = /^(?:LC_|XDG_)[A-Z_]+$/;

/**
 * The environment a server starts with: where things are and which language is spoken, then what its entry sets.
 *
 * Nothing else is handed down, because our environment holds keys of other services. That includes proxy settings,
 * which often carry a password: an entry that needs one says `HTTPS_PROXY: ${HTTPS_PROXY}`.
 */
export function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  ofEntry: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const inherited = Object.entries(own).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && isHandedDown(pair[0], platform),
  );
  return { ...Object.fromEntries(inherited), ...ofEntry };
}

/** Whether every server gets the variable: it says where things are or which language is spoken, and is no secret. */
export function isHandedDown(name: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return ON_WINDOWS.includes(name.toUpperCase());
  return ELSEWHERE.includes(name) || FAMILIES.test(name);
}
