import { describe, expect, it } from 'vitest';
import { isOwnEntry } from './own-entry.ts';

const entry = (...[command, ...args]: readonly string[]) => ({ command: command ?? '', args });

describe('isOwnEntry', () => {
  it.each([
    [['callslip', 'serve']],
    [['/usr/local/bin/callslip', 'serve', '--config', 'x.yaml']],
    [['C:\\Users\\me\\AppData\\Roaming\\npm\\callslip.cmd', 'serve']],
    [['npx', '-y', 'callslip@1.2.3', 'serve']],
    [['cmd', '/c', 'npx', '-y', 'callslip', 'serve']],
    [['/opt/node', '/usr/lib/node_modules/callslip/dist/cli/main.js', 'serve']],
    [['node', 'C:\\src\\callslip\\dist\\cli\\main.js', 'serve']],
  ])('knows this program by %j', (words) => {
    expect(isOwnEntry({ label: 'gateway', entry: entry(...words) })).toBe(true);
  });

  it.each([
    [['callslip', 'tools']],
    [['/home/me/callslip/server.sh', 'serve']],
    [['not-callslip', 'serve']],
    [['npx', '-y', 'callslip-docs', 'serve']],
    [['files-server', '/home/me/callslip']],
  ])('takes %j for a server like any other', (words) => {
    expect(isOwnEntry({ label: 'gateway', entry: entry(...words) })).toBe(false);
  });

  it('knows our label, whatever stands there', () => {
    expect(isOwnEntry({ label: 'callslip', entry: undefined })).toBe(true);
    expect(isOwnEntry({ label: 'callslip', entry: { url: 'http://127.0.0.1:8808/mcp' } })).toBe(true);
    expect(isOwnEntry({ label: 'gateway', entry: undefined })).toBe(false);
  });
});
