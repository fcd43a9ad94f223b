import { wallTime } from '#kit/kernel/site-day.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Say } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { isOpenAt, nextOpening, type OpeningTimes } from '../rules/opening-rules.ts';
import type { ConversationRow } from './conversation-queries.ts';
import { readSetting } from './setting-queries.ts';
import { append, standingOf } from './write-message.ts';

/** Month, day, hour and minute on the wall of the shop. */
const wallText = (times: OpeningTimes, at: Date) =>
  wallTime(times, at).toISOString().slice('yyyy-'.length, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');

/**
 * Outside opening hours nobody leaves the player without a word: the shop's own answer, once for each time it is closed.
 * It counts as no answer: the clocks go on when the shop opens.
 */
export async function giveAwayAnswer(
  tx: Tx,
  row: ConversationRow,
  { times, at, say }: { times: OpeningTimes; at: Date; say: Say },
): Promise<void> {
  if (isOpenAt(times, at) || (row.awayUntil && at < row.awayUntil)) return;
  const { awayText } = await readSetting(tx, row.tenantId);
  const opens = nextOpening(times, at);
  const text = [
    awayText || say('conversations:away.usual'),
    ...(opens ? [say('conversations:away.opens', { at: wallText(times, opens) })] : []),
  ].join('\n');
  await append(
    tx,
    row,
    { side: 'auto', text },
    { at, standing: standingOf(row), awayUntil: opens ?? new Date(at.getTime() + dayMs) },
  );
}
