import { useText } from '#kit/ui/i18n.ts';
import { CardShopLink } from './shop-link.tsx';

/** Below the offers of a machine: the way to the cards of its shop. */
export default function MachineLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  return (
    <CardShopLink
      fieldId={fieldId}
      title={t('play:cards.title')}
      hint={(count) => t('play:cards.hint', { count })}
    />
  );
}
