import type { Language } from '#kit/kernel/language.ts';
import type { Column } from '#kit/pages/list-specs.ts';

/** The title in the reader's language leads, the other one stands beside it. */
export function titleColumns(language: Language): readonly Column<{ titleZh: string; titleEn: string }>[] {
  const zh = { key: 'titleZh', label: 'content:edit.titleZh' };
  const en = { key: 'titleEn', label: 'content:edit.titleEn' };
  const [own, other] = language === 'zh-cn' ? [zh, en] : [en, zh];
  return [
    { ...own, phone: 'what' },
    { ...other, optional: true },
  ];
}
