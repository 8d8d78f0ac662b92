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

  it('leaves out empty lines, and takes secrets out before anything is cut', () => {
    const tail = createStderrTail((text) => text.replaceAll('hunter2hunter2', '***'));
    tail.push(Buffer.from(`hunter2hunter2${'x'.repeat(4092)}`));
    expect(tail.text()).not.toContain('nter2');
    tail.push(Buffer.from(`\n${'hunter2hunter2\n'.repeat(2000)}end`));
    expect(tail.text()).toMatch(/^(?:\*\*\*\n)+end$/);
    tail.push(Buffer.from('a\n \n\nb'));
    expect(tail.text()).toMatch(/a\nb$/);
  });

  it('puts characters together that were cut in two', () => {
    const tail = createStderrTail();
    const bytes = Buffer.from('schön 漢');
    for (const byte of bytes) tail.push(Buffer.from([byte]));
    expect(tail.text()).toBe('schön 漢');
  });
});
