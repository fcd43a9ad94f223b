import { Button, Paper, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Heading, Hint, KeyValue, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { WantedGood } from '../rules/counter-rules.ts';
import { sumOfLines } from '../rules/exchange-rules.ts';
import type { CounterMember } from './use-counter.ts';

interface Props {
  member: CounterMember | undefined;
  lines: readonly WantedGood[];
  busy: boolean;
  /** why the last question was not let through, in words */
  refusal: string | undefined;
  onAsk: () => void;
  onClear: () => void;
}

/** Whom it is for, what it comes to, and the question to the member. */
export function CounterSide({ member, lines, busy, refusal, onAsk, onClear }: Props) {
  const t = useText();
  const lacks = lackOf(t, member, lines);
  const ready = member !== undefined && lines.length > 0 && !lacks;
  useHotkeys([['mod+Enter', () => ready && !busy && onAsk()]], []);
  return (
    <Paper withBorder p="md">
      <Stack>
        {member ? <Member member={member} /> : <NoMember />}
        <Sum lines={lines} />
        {(lacks ?? refusal) && (
          <Text c="red.9" size="sm" role="alert">
            {lacks ?? refusal}
          </Text>
        )}
        <Button size="md" disabled={!ready} loading={busy} onClick={onAsk}>
          {t('exchange:counter.ask')}
        </Button>
        {(member || lines.length > 0) && (
          <Button variant="subtle" onClick={onClear}>
            {t('exchange:counter.clear')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** Why the server would refuse it; it is asked all the same when the books changed meanwhile. */
function lackOf(
  t: ReturnType<typeof useText>,
  member: CounterMember | undefined,
  lines: readonly WantedGood[],
): string | undefined {
  const short = lines.find(({ pieces, free }) => pieces > free);
  if (short) return t('exchange:error.short', { name: short.goodName, count: Math.max(0, short.free) });
  if (!member) return undefined;
  const { points, tickets } = sumOfLines(lines);
  if (points > member.points) return t('points:error.tooFew.point');
  if (tickets > member.tickets) return t('points:error.tooFew.ticket');
  return undefined;
}

function NoMember() {
  const t = useText();
  return (
    <div>
      <Heading size="h4">{t('exchange:counter.noMember')}</Heading>
      <Hint>{t('exchange:counter.noMemberHint')}</Hint>
    </div>
  );
}

function Member({ member }: { member: CounterMember }) {
  const t = useText();
  const { playerName, phone, points, tickets, balanceFen } = member;
  return (
    <>
      <Heading size="h4">{playerName}</Heading>
      <KeyValue
        rows={[
          ...(phone ? [{ label: t('handover:field.phone'), value: phone }] : []),
          { label: t('exchange:field.points'), value: points.toLocaleString() },
          { label: t('exchange:field.tickets'), value: tickets.toLocaleString() },
          { label: t('exchange:field.balanceFen'), value: <Money fen={balanceFen} /> },
        ]}
      />
    </>
  );
}

function Sum({ lines }: { lines: readonly WantedGood[] }) {
  const t = useText();
  if (lines.length === 0) return null;
  const { points, tickets, amountFen } = sumOfLines(lines);
  return (
    <KeyValue
      rows={[
        ...(points ? [{ label: t('exchange:counter.sumPoints'), value: points.toLocaleString() }] : []),
        ...(tickets ? [{ label: t('exchange:counter.sumTickets'), value: tickets.toLocaleString() }] : []),
        ...(amountFen ? [{ label: t('exchange:counter.sumFen'), value: <Money fen={amountFen} /> }] : []),
      ]}
    />
  );
}
