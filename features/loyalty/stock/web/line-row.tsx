import { ActionIcon, Text } from '@mantine/core';
import { Hint, Money } from '#kit/ui/display.tsx';
import { MoneyField, NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import type { Candidate } from '../contract/levels.ts';
import { costOfLines, type DraftLine, differenceOf, type LineKind } from '../rules/draft-rules.ts';
import classes from './stock.module.css';
import { variantWords } from './words.ts';

interface LineRowProps {
  kind: LineKind;
  line: DraftLine;
  candidate: Candidate | undefined;
  /** a store is chosen, so what it has is known */
  atStore: boolean;
  disabled: boolean;
  onChange: (change: Partial<DraftLine>) => void;
  onRemove: () => void;
}

const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

/** What the line comes to: money of a receipt, the difference of a count. */
function Comes({ kind, line, candidate }: Pick<LineRowProps, 'kind' | 'line' | 'candidate'>) {
  const t = useText();
  if (kind === 'receipt') {
    const cost = costOfLines([line]);
    return cost === undefined ? null : <Money fen={cost} />;
  }
  if (kind !== 'count') return null;
  const difference = differenceOf(line.counted, candidate?.onHand);
  if (difference === undefined) return null;
  return (
    <Text span size="sm" className={classes.difference} data-sign={Math.sign(difference)}>
      {difference === 0 ? t('stock:line.agrees') : t('stock:line.difference', { change: signed(difference) })}
    </Text>
  );
}

export function LineRow({ kind, line, candidate, atStore, disabled, onChange, onRemove }: LineRowProps) {
  const t = useText();
  const name = candidate ? variantWords(candidate) : '…';
  const about = [
    candidate?.barcode,
    atStore && candidate && t('stock:line.has', { count: candidate.onHand }),
  ];
  const counting = kind === 'count';
  return (
    <li className={classes.line} data-plain={kind !== 'receipt' || undefined}>
      <ThingPicture picture={candidate?.picture ?? null} size={40} />
      <div className={classes.grow}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Hint size="xs">{about.filter(Boolean).join(' · ')}</Hint>
      </div>
      <div className={classes.amount}>
        <NumberField
          value={counting ? line.counted : line.pieces}
          onChange={(pieces) => onChange(counting ? { counted: pieces } : { pieces })}
          min={counting ? 0 : 1}
          disabled={disabled}
          placeholder={t(counting ? 'stock:field.counted' : 'stock:field.pieces')}
          aria-label={t(counting ? 'stock:line.countedOf' : 'stock:line.piecesOf', { name })}
        />
      </div>
      {kind === 'receipt' && (
        <div className={classes.amount}>
          <MoneyField
            value={line.unitCostFen}
            onChange={(unitCostFen) => onChange({ unitCostFen })}
            disabled={disabled}
            placeholder={t('stock:field.unitCostFen')}
            aria-label={t('stock:line.costOf', { name })}
          />
        </div>
      )}
      <div className={classes.sum}>
        <Comes kind={kind} line={line} candidate={candidate} />
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        disabled={disabled}
        onClick={onRemove}
        aria-label={t('stock:line.remove', { name })}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  );
}

interface LineSumsProps {
  kind: LineKind;
  lines: readonly DraftLine[];
  known: ReadonlyMap<string, Candidate>;
}

/** What the paper comes to as a whole. */
export function LineSums({ kind, lines, known }: LineSumsProps) {
  const t = useText();
  const pieces = lines.reduce((sum, line) => sum + (line.pieces ?? 0), 0);
  const cost = kind === 'receipt' ? costOfLines(lines) : undefined;
  const changes = lines.map((line) => differenceOf(line.counted, known.get(line.variantId)?.onHand));
  return (
    <div className={classes.sums}>
      <Text size="sm">{t('stock:line.kinds', { count: lines.length })}</Text>
      {kind === 'count' ? (
        <Text size="sm">
          {t('stock:line.differences', { count: changes.filter((change) => change).length })}
        </Text>
      ) : (
        <Text size="sm">{t('stock:unit.pieces', { count: pieces })}</Text>
      )}
      {cost !== undefined && (
        <Text size="sm" fw={650}>
          <Money fen={cost} />
        </Text>
      )}
    </div>
  );
}
