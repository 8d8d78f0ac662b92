import type { ChineseTable } from './translate-chinese.ts';
import { openChinese } from './translate-chinese.ts';
import { openVectors, type Vectors } from './vectors.ts';

/** The tables behind the related tier, each loaded when it is first needed and then kept. */
let vectors: Promise<Vectors> | undefined;
let chinese: Promise<ChineseTable> | undefined;

/** Vectors of English stems. */
export function loadVectors(): Promise<Vectors> {
  vectors ??= import('./vectors.data.ts').then(openVectors);
  return vectors;
}

/** English meanings of Chinese words. */
export function loadChinese(): Promise<ChineseTable> {
  chinese ??= import('./chinese.data.ts').then(({ CHINESE }) => openChinese(CHINESE));
  return chinese;
}
