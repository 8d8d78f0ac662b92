import { describe, expect, it } from 'vitest';
import { isPublishable, isPublishedFrom, publishable, publishedName } from './published-name.ts';

describe('publishedName', () => {
  it('keeps a plain name as it is', () => {
    expect(publishedName('github', 'create_issue')).toBe('mcp__github__create_issue');
  });

  it('[SCH-20] makes names with spaces usable and distinct', () => {
    const names = ['Create CIFS Share', 'Create-CIFS-Share', 'List Volumes'].map((name) =>
      publishedName('netapp', name),
    );
    expect(names.every(isPublishable)).toBe(true);
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toMatch(/^mcp__netapp__Create_CIFS_Share_[0-9a-f]{8}$/u);
  });

  it('[SCH-22] cuts a long name to 64 with a hash, so that equal beginnings stay apart', () => {
    const label = 'my-aitk-mcp-server-playwright-nightly-build';
    const one = publishedName(label, 'browser_generate_playwright_test_from_recording');
    const two = publishedName(label, 'browser_generate_playwright_test_from_snapshot');
    expect(one).toHaveLength(64);
    expect(one.slice(0, 55)).toBe(two.slice(0, 55));
    expect(one).not.toBe(two);
    expect(publishedName(label, 'browser_generate_playwright_test_from_recording')).toBe(one);
  });

  it('[SEC-14] never gives two pairs of server and tool one name', () => {
    const pairs = [
      ['a', 'b__c'],
      ['a__b', 'c'],
      ['a', '_b'],
      ['a_', 'b'],
      ['_a', 'b'],
      ['a', 'b'],
    ] as const;
    expect(new Set(pairs.map(([label, tool]) => publishedName(label, tool))).size).toBe(pairs.length);
  });

  it.each(['delete\u202eelif', 'a\u2028b', 'read\u200b_file', 'чтение'])(
    '[SEC-16] publishes %j as plain ASCII',
    (name) => {
      expect(publishedName('fs', name)).toMatch(/^mcp__fs__[A-Za-z0-9_-]+_[0-9a-f]{8}$/u);
      expect(publishedName('fs', name)).not.toBe(publishedName('fs', 'read_file'));
      expect(isPublishable(publishable(name))).toBe(true);
    },
  );
});

describe('isPublishedFrom', () => {
  it.each([
    ['github', 'create_issue'],
    ['netapp', 'Create CIFS Share'],
    ['a__b', 'c'],
    ['my-aitk-mcp-server-playwright-nightly-build', 'browser_generate_playwright_test_from_recording'],
    ['fs', 'read\u200b_file'],
    ['fs', '漢字🎉'],
  ])('knows the name that %s and %s come to, changed or not', (label, toolName) => {
    expect(isPublishedFrom(publishedName(label, toolName), label, toolName)).toBe(true);
  });

  it.each(['issue', 'mcp__github__create', 'mcp__gitlab__create_issue_0a1b2c3d', 'mcp__github__create_issue2'])(
    'knows that an owner gave the name %s',
    (name) => {
      expect(isPublishedFrom(name, 'github', 'create_issue')).toBe(false);
    },
  );
});
