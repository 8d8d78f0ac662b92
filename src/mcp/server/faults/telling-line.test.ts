import { describe, expect, it } from 'vitest';
import { tellingLine } from './telling-line.ts';

const NODE_STACK = `node:internal/modules/cjs/loader:1143
  throw err;
  ^

Error: Cannot find module '/srv/none.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.11.0
`;
const PYTHON_STACK = `INFO starting
Traceback (most recent call last):
  File "/srv/main.py", line 1, in <module>
    import requests
    ^^^^^^^^^^^^^^^
requests.exceptions.ConnectTimeout: no answer

`;

describe('tellingLine', () => {
  it.each([
    [NODE_STACK, "Error: Cannot find module '/srv/none.js'"],
    [PYTHON_STACK, 'requests.exceptions.ConnectTimeout: no answer'],
    ['TypeError [ERR_X]: no\n    at f (a.js:1)\n', 'TypeError [ERR_X]: no'],
    ['starting\n2026-01-01 [error] Error: no key\nbye\n', '2026-01-01 [error] Error: no key'],
    ['npm ERR! code E404\nnpm ERR! 404 Not Found\n', 'npm ERR! 404 Not Found'],
    [
      'npm error code E404\nnpm error 404 Not Found - x\nnpm error 404\nnpm error A complete log of this run is in: y\n',
      'npm error 404 Not Found - x',
    ],
    [
      'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error network request to https://r failed\nnpm error\n',
      'npm error network request to https://r failed',
    ],
    [
      'npm error could not determine executable to run\nnpm error A complete log of this run is in: y\n',
      'npm error could not determine executable to run',
    ],
    ['hello\nfatal: not a repository\nusage: x\n', 'fatal: not a repository'],
    ['usage: x\nat least one argument is required\n    at f (<anonymous>)\n', 'at least one argument is required'],
    ["docker: Error response from daemon: none\n\nRun 'docker --help'", 'docker: Error response from daemon: none'],
    ['0 errors so far\n\n  no licence  \n\n}\n', 'no licence'],
    ['\n}\n\n', ''],
  ])('of %j: %j', (words, line) => expect(tellingLine(words)).toBe(line));

  it('is bounded, and keeps the beginning', () => {
    expect(tellingLine(`Error: x${'y'.repeat(4000)}`)).toMatch(/^Error: xy{100,195}…$/);
  });
});
