import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { mostPieces } from '#features/loyalty/handover/contract.ts';
import { nameOf } from '#features/loyalty/handover/web/public.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import { type CounterGood, exchangeContract } from '../contract.ts';
import type { WantedGood } from '../rules/counter-rules.ts';
import classes from './exchange.module.css';

/** A scanner is done long before. */
const searchDelayMs = 300;

interface FoundProps {
  fieldId: string;
  typed: string;
  /** what Enter found, where it was more than one */
  found: readonly CounterGood[];
  onChoose: (good: CounterGood) => void;
}

/** Goods without a barcode are found by their name. */
export function FoundGoods({ fieldId, typed, found, onChoose }: FoundProps) {
  const t = useText();
  const [name] = useDebouncedValue(typed.trim(), searchDelayMs);
  const asked = name !== '' && typed.trim() !== '';
  const { data } = useCall(
    exchangeContract.findCounterGoods,
    { fieldId, name },
    { enabled: asked, keepPrevious: true },
  );
  const goods = asked ? (data ?? []) : found;
  if (goods.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label={t('exchange:counter.found')}>
      {goods.map((good) => (
        <li key={good.variantId}>
          <UnstyledButton className={classes.line} w="100%" onClick={() => onChoose(good)}>
            <About good={good} />
            <Icon name="plus" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function About({ good }: { good: CounterGood }) {
  const t = useText();
  return (
    <>
      <ThingPicture picture={good.picture} size={40} />
      <div className={classes.grow}>
        <Text fw={600} size="sm">
          {nameOf(good)}
        </Text>
        <Hint size="xs">{[good.price, t('exchange:counter.free', { count: good.free })].join(' · ')}</Hint>
      </div>
    </>
  );
}

interface LinesProps {
  lines: readonly WantedGood[];
  onChange: (lines: readonly WantedGood[]) => void;
}

/** No field to type into: what a scanner types would become a number of pieces. */
export function CounterLines({ lines, onChange }: LinesProps) {
  const t = useText();
  if (lines.length === 0) return <Hint py="sm">{t('exchange:counter.noGoods')}</Hint>;
  const set = (line: WantedGood, pieces: number) =>
    onChange(lines.map((one) => (one === line ? { ...one, pieces } : one)));
  return (
    <ul className={classes.lines} aria-label={t('exchange:counter.lines')}>
      {lines.map((line) => (
        <li key={line.variantId} className={classes.line}>
          <About good={line} />
          <Pieces line={line} onChange={(pieces) => set(line, pieces)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            onClick={() => onChange(lines.filter((one) => one !== line))}
            aria-label={t('exchange:counter.remove', { name: nameOf(line) })}
          >
            <Icon name="trash" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function Pieces({ line, onChange }: { line: WantedGood; onChange: (pieces: number) => void }) {
  const t = useText();
  const name = nameOf(line);
  const { pieces } = line;
  return (
    <div className={classes.pieces}>
      <ActionIcon
        variant="default"
        size={36}
        disabled={pieces <= 1}
        onClick={() => onChange(pieces - 1)}
        aria-label={t('exchange:counter.less', { name })}
      >
        <Icon name="minus" />
      </ActionIcon>
      <output
        className={classes.count}
        aria-label={t('exchange:counter.piecesOf', { name })}
        data-short={pieces > line.free || undefined}
      >
        {pieces}
      </output>
      <ActionIcon
        variant="default"
        size={36}
        disabled={pieces >= mostPieces}
        onClick={() => onChange(pieces + 1)}
        aria-label={t('exchange:counter.more', { name })}
      >
        <Icon name="plus" />
      </ActionIcon>
    </div>
  );
}
