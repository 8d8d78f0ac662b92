import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './problems.mjs';
import { repositoryFiles } from './repository-files.mjs';

/**
 * Texts that must not be in the repository. Data from elsewhere (`bench/data`, `test/fixtures`) may well speak of
 * people's folders and registries; secrets and this project's own working folders it may not.
 *
 * @type {readonly { what: string; pattern: RegExp; inData: boolean }[]}
 */
const FORBIDDEN = [
  { what: 'a path of a working machine', pattern: /(?<![\w.])\/work\/(?:main|shared|\.library)\b/, inData: true },
  {
    what: "a path in someone's home",
    pattern: /(?<![\w.~])\/(?:root|home\/(?!user\b|me\b|node\b)[a-z][\w-]*)\//,
    inData: false,
  },
  { what: "a path in someone's home", pattern: /\/Users\/(?!user\b|me\b)[A-Za-z][\w-]*\//, inData: false },
  { what: 'a temporary file by name', pattern: /(?<![\w.])\/tmp\/(?:brief|bash_jobs)/, inData: true },
  {
    what: 'the host of a package registry',
    pattern: /\bregistry\.(?:npmjs\.org|npmmirror\.com|yarnpkg\.com)\b/,
    inData: false,
  },
  { what: 'a resolved download address', pattern: /"resolved":\s*"https?:/, inData: false },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/, inData: true },
  { what: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, inData: true },
  { what: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,})/, inData: true },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/, inData: true },
  { what: 'a Slack token', pattern: /\bxox[abprs]-\d{8,}-[\w-]{10,}/, inData: true },
  { what: 'a Google key', pattern: /\bAIza[\w-]{35}\b/, inData: true },
  { what: 'a model provider key', pattern: /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{40,}/, inData: true },
];
const DATA = /^(?:bench\/data|test\/fixtures)\//;

/** The text gate: no machine paths, no registry hosts, no secrets in any text file of the repository. */
function checkText() {
  const root = path.resolve(process.argv[2] ?? path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  const files = repositoryFiles(root);
  const problems = files.flatMap((file) => {
    const content = readFileSync(path.join(root, file));
    return content.includes(0) ? [] : textProblems(file, content.toString('utf8'));
  });
  if (files.length === 0) problems.push('no file found');
  report('text', problems, `${files.length} files`);
}

/**
 * @param {string} file
 * @param {string} text
 */
function textProblems(file, text) {
  const rules = FORBIDDEN.filter((rule) => rule.inData || !DATA.test(file));
  const carriageReturns = text.includes('\r\n') && !DATA.test(file) ? [`${file}: lines end in CR LF, not in LF`] : [];
  if (!rules.some((rule) => rule.pattern.test(text))) return carriageReturns;
  const found = text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter((rule) => rule.pattern.test(line))
        .map(
          (rule) => `${file}:${index + 1}: ${rule.what} (a test that needs such a text puts it together from parts)`,
        ),
    );
  return [...carriageReturns, ...found];
}

checkText();
