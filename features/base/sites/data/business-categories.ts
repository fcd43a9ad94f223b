import type { Language } from '#kit/kernel/language.ts';
import table from './business-categories.json' with { type: 'json' };

export interface BusinessCategory {
  code: number;
  name: string;
  pcode: number | null;
  children: BusinessCategory[] | null;
}

/** Two levels: trades, and the lines of business within them. */
export function businessCategories(lang: Language): BusinessCategory[] {
  const nameKey = lang === 'zh-cn' ? 'zh' : 'en';
  return table.map((trade) => ({
    code: trade.code,
    name: trade[nameKey],
    pcode: null,
    children: trade.children.map((line) => ({
      code: line.code,
      name: line[nameKey],
      pcode: trade.code,
      children: null,
    })),
  }));
}
