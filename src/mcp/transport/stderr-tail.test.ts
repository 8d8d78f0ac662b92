import { describe, expect, it } from 'vitest';
import { createStderrTail } from './stderr-tail.ts';

describe('createStderrTail', () => {
  it('keeps the last 4,096 characters', () => {
    const tail = createStderrTail();
    for (let line = 0; line < 5000; line++) tail.push(Buffer.from(`line ${line}\n`));
    expect(tail.text().length).toBeLessThanOrEqual(4096);
    expect(tail.text().length).toBeGreaterThan(4090);
    expect(tail.text()).toMatch(/line 4998\nline 4999$/);
  });

  it('takes out colours and control characters but not line breaks and tabs', () => {
    const tail = createStderrTail();
    tail.push(Buffer.from('\u001b[31mred\u001b[0m\ta\u0007b\u0000\r\nnext\u009b'));
    expect(tail.text()).toBe('red\tab\nnext');
  });

  it('puts characters together that were cut in two', () => {
    const tail = createStderrTail();
    const bytes = Buffer.from('schön 漢');
    for (const byte of bytes) tail.push(Buffer.from([byte]));
    expect(tail.text()).toBe('schön 漢');
  });
});
