import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { meaningOf } from '#kit/contract/meaning.ts';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import type { LineRecord } from '../contract/levels.ts';
import { stockContract } from '../contract.ts';
import { documentPage } from './document-form.tsx';
import classes from './level-history.module.css';

const { listLines } = stockContract;
const kind = meaningOf(listLines.output.shape.records.element.shape.kind);
const shownCount = 20;
const signed = (change: number) => (change > 0 ? `+${change}` : String(change));

function Change({ line }: { line: LineRecord }) {
  return (
    <li className={classes.line}>
      <span>
        <MeaningView meaning={kind} row={line} path="kind" />
      </span>
      <span className={classes.change} data-sign={Math.sign(line.pieces)}>
        {signed(line.pieces)}
      </span>
      <Text span size="sm" c="dimmed">
        {[line.userName, line.note].filter(Boolean).join(' · ')}
      </Text>
      <Text span size="sm" c="dimmed" ta="right" className={classes.figures}>
        {`${line.onHandAfter - line.pieces} → ${line.onHandAfter}`}
      </Text>
      <Anchor component={Link} to={`${documentPage}?id=${line.documentId}`} size="xs">
        {line.number}
      </Anchor>
      <Text span size="xs" c="dimmed" ta="right">
        <Time value={line.createdAt} />
      </Text>
    </li>
  );
}

/** The newest changes of one variant in one store. */
export function LevelHistory({ storeId, variantId }: { storeId: string; variantId: string }) {
  const t = useText();
  return (
    <Loaded call={[listLines, { storeId, variantId, size: shownCount }]} skeleton="list">
      {({ records }) =>
        records.length === 0 ? (
          <Hint>{t('stock:level.noHistory')}</Hint>
        ) : (
          <ul className={classes.list}>
            {records.map((line) => (
              <Change key={line.id} line={line} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
