import { formatFen } from '#kit/kernel/money.ts';
import type { DuePeriod } from './due-rules.ts';
import { compared } from './headline-rules.ts';

export interface Briefing {
  due: DuePeriod;
  incomeFen: number;
  beforeFen: number;
  plays: number;
  refundFen: number;
  /** what the change is made of, the largest first; a place without a name is none */
  contributions: readonly { name: string; changeFen: number }[];
  restFen: number;
  /** what came up then and is still open; undefined for who may not see alerts */
  open: { anomalies: number; alerts: number } | undefined;
}

type Say = (key: string, params?: Record<string, string | number>) => string;

const yuan = (fen: number) => `${fen < 0 ? '-' : ''}¥${formatFen(Math.abs(fen))}`;
const signed = (fen: number) => `${fen > 0 ? '+' : ''}${yuan(fen)}`;

/** Nothing happened, and nothing had happened before: nobody is told of it. */
export const isEmpty = ({ incomeFen, beforeFen, plays, refundFen }: Briefing): boolean =>
  [incomeFen, beforeFen, plays, refundFen].every((amount) => amount === 0);

function changeText({ due, incomeFen, beforeFen }: Briefing, say: Say): string {
  const { kind, percent, differenceFen } = compared(incomeFen, beforeFen);
  const than = say(`briefings:text.than.${due.period}`);
  const amount = yuan(differenceFen);
  if (kind !== 'above' && kind !== 'below') return say(`briefings:change.${kind}`, { than });
  return percent === undefined
    ? say(`briefings:text.${kind}Much`, { than, amount })
    : say(`briefings:text.${kind}`, { than, amount, percent });
}

function whyText({ contributions, restFen }: Briefing, say: Say): string[] {
  if (contributions.length === 0) return [];
  const parts = [
    ...contributions.map(
      ({ name, changeFen }) => `${name || say('briefings:text.nowhere')} ${signed(changeFen)}`,
    ),
    ...(restFen === 0 ? [] : [`${say('briefings:text.rest')} ${signed(restFen)}`]),
  ];
  return [say('briefings:text.why', { parts: parts.join(say('briefings:text.separator')) })];
}

/** Anomalies before the rest, and neither where there is none. */
function openParts({ open }: Briefing, say: Say): string {
  const parts = (['anomalies', 'alerts'] as const)
    .map((kind) => ({ kind, count: open?.[kind] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => say(`briefings:text.${kind}`, { count }));
  return parts.join(say('briefings:text.separator'));
}

/** WeChat shows twenty characters: the share, or where that says little the amount. */
function shortChange({ due, incomeFen, beforeFen }: Briefing, say: Say): string {
  const { kind, percent, differenceFen } = compared(incomeFen, beforeFen);
  const than = say(`briefings:text.than.${due.period}`);
  if (kind !== 'above' && kind !== 'below') return say(`briefings:change.${kind}`, { than });
  return percent === undefined
    ? say(`briefings:change.${kind}Fen`, { than, amount: formatFen(differenceFen) })
    : say(`briefings:change.${kind}`, { than, percent });
}

function openShort(briefing: Briefing, say: Say): string {
  if (!briefing.open) return say('briefings:text.notShown');
  return openParts(briefing, say) || say('briefings:text.nothingOpen');
}

export interface Written {
  title: string;
  body: string;
  sms: { period: string; income: string; change: string };
  wechat: { period: string; income: string; change: string; alerts: string };
}

/** A summary in somebody's words: what came in, how that changed and by what, what else there was, what is still open. */
export function writeBriefing(briefing: Briefing, say: Say): Written {
  const { due, incomeFen, plays, refundFen } = briefing;
  const period = say(`briefings:text.period.${due.period}`);
  const income = yuan(incomeFen);
  const change = changeText(briefing, say);
  const days = due.from === due.to ? due.from : say('briefings:text.days', { from: due.from, to: due.to });
  const open = openParts(briefing, say);
  return {
    title: say('briefings:text.title', { period, income, change }),
    body: [
      say('briefings:text.income', { days, income, change }),
      ...whyText(briefing, say),
      say('briefings:text.counts', { plays, refund: yuan(refundFen) }),
      ...(open ? [say('briefings:text.open', { parts: open })] : []),
    ].join('\n'),
    sms: { period, income, change },
    wechat: { period, income, change: shortChange(briefing, say), alerts: openShort(briefing, say) },
  };
}
