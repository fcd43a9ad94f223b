import { Money } from '#kit/player/amount.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { GoodsPayWay } from '../contract.ts';

interface Props {
  ways: readonly GoodsPayWay[];
  chosen: GoodsPayWay | undefined;
  balanceFen: number;
  onChoose: (way: GoodsPayWay) => void;
}

/** How the money is paid, where there is a choice. */
export function PayChoice({ ways, chosen, balanceFen, onChoose }: Props) {
  const t = useText();
  if (ways.length < 2) return null;
  return (
    <Choices
      label={t('handover:pay.way')}
      chosen={chosen}
      onChoose={(key) => onChoose(key as GoodsPayWay)}
      entries={ways.map((way) => ({
        key: way,
        title: t(`play:payWay.${way}`),
        ...(way === 'balance' && { value: <Money fen={balanceFen} /> }),
      }))}
    />
  );
}
