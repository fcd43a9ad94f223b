import { useAskText } from '#kit/ui/ask-text.tsx';
import { useText } from '#kit/ui/i18n.ts';

/** Asks why something is refused or switched off; there is no refusing without a reason. */
export function useReason() {
  const t = useText();
  const { ask, dialog } = useAskText();
  return {
    ask: (question: { title: string; hint: string }) =>
      ask({ ...question, label: t('accounts:field.reason'), required: true, danger: true }),
    dialog,
  };
}
