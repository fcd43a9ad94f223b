import { Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { openForm } from '#kit/pages/open-form.ts';
import { useActions } from '#kit/pages/use-actions.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { identitiesContract } from '../contract.ts';
import { joinForm, splitForm } from './step-forms.tsx';

const { callOffMemberJoin, readMemberJoins } = identitiesContract;
type Known = OutputOf<typeof readMemberJoins>;

const momentText = (at: string) => formatDate(new Date(at), 'Y-m-d H:M');

/** Who it is, what else there is to say, and what may be done. */
function Person(props: { name: string; lines: readonly string[]; label?: string; onDo?: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text fw={500}>{props.name}</Text>
        {props.lines.map((line) => (
          <Hint key={line}>{line}</Hint>
        ))}
      </Stack>
      {props.onDo && (
        <Button variant="light" onClick={props.onDo}>
          {props.label}
        </Button>
      )}
    </Group>
  );
}

function Twins({ known }: { known: Known }) {
  const t = useText();
  if (known.twins.length === 0)
    return <EmptyState title={t('identities:page.noTwins')} hint={t('identities:page.noTwinsHint')} />;
  const nameOf = (name: string) => name || t('identities:unnamed');
  return (
    <Stack gap="sm">
      <Hint>{t('identities:page.twinsHint')}</Hint>
      {known.twins.map(({ playerId: otherId, playerName, platform, here, password }) => (
        <Person
          key={otherId}
          name={nameOf(playerName)}
          lines={[
            t(`identities:platform.${platform}`),
            ...(here ? [] : [t('identities:error.onlyThePlayer')]),
            ...(password ? [t('identities:error.passwordThere')] : []),
          ]}
          label={t('identities:action.join')}
          {...(here &&
            !password && {
              onDo: () =>
                void openForm(joinForm, {
                  playerId: known.playerId,
                  into: nameOf(known.playerName),
                  otherId,
                  name: nameOf(playerName),
                }),
            })}
        />
      ))}
    </Stack>
  );
}

const callOff: Action<Known['waiting'][number]> = {
  label: 'identities:action.callOff',
  danger: true,
  call: callOf(callOffMemberJoin, ({ id }: Known['waiting'][number]) => ({ id })),
  confirm: { title: 'identities:page.callOffTitle' },
  success: 'identities:page.calledOff',
};

function Waiting({ known }: { known: Known }) {
  const t = useText();
  const { run } = useActions([readMemberJoins]);
  return (
    <Stack gap="sm">
      {known.waiting.map((one) => (
        <Person
          key={one.id}
          name={one.playerName || t('identities:unnamed')}
          lines={[
            [t(`identities:platform.${one.platform}`), one.userName].filter(Boolean).join(' · '),
            t('identities:page.waitsUntil', { until: momentText(one.dueAt) }),
          ]}
          label={t('identities:action.callOff')}
          onDo={() => void run(callOff, one)}
        />
      ))}
    </Stack>
  );
}

function JoinedOnes({ known }: { known: Known }) {
  const t = useText();
  return (
    <Stack gap="sm">
      {known.joined.map((one) => (
        <Person
          key={one.id}
          name={one.playerName || t('identities:unnamed')}
          lines={[
            [
              t(`identities:platform.${one.platform}`),
              one.userName ?? t('identities:page.byPlayer'),
              momentText(one.joinedAt),
            ].join(' · '),
            ...(one.reason ? [one.reason] : []),
          ]}
          label={t('identities:action.split')}
          {...(one.mayUndo && {
            onDo: () =>
              void openForm(splitForm, { id: one.id, name: one.playerName || t('identities:unnamed') }),
          })}
        />
      ))}
    </Stack>
  );
}

function FromMember() {
  const t = useText();
  return <EmptyState title={t('identities:page.chooseHint')} />;
}

const detail = (input: InputOf<typeof readMemberJoins> | undefined) =>
  defineDetail({
    endpoint: readMemberJoins,
    input,
    choose: () => <FromMember />,
    head: { title: 'playerName', facts: ['phone', 'platform'] },
    sections: [
      { title: 'identities:page.twins', content: (known) => <Twins known={known} /> },
      {
        title: 'identities:page.waiting',
        visible: ({ waiting }) => waiting.length > 0,
        content: (known) => <Waiting known={known} />,
      },
      {
        title: 'identities:page.joined',
        visible: ({ joined }) => joined.length > 0,
        content: (known) => <JoinedOnes known={known} />,
      },
    ],
  });

/** /member_join: records of one person become one member, and part again. */
export default function MemberJoin() {
  const [query] = useSearchParams();
  const definition = useMemo(() => {
    const playerId = z.uuid().safeParse(query.get('playerId'));
    return detail(playerId.success ? { playerId: playerId.data } : undefined);
  }, [query]);
  return <DetailPage definition={definition} />;
}
