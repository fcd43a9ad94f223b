import { Alert, List } from '@mantine/core';
import { z } from 'zod';
import { text } from '#kit/contract/schemas.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import { useText } from '#kit/ui/i18n.ts';
import { identitiesContract, type Preview } from '../contract.ts';

const { joinMembers, previewMemberJoin, previewMemberSplit, splitMembers } = identitiesContract;

export interface JoinSubject {
  playerId: string;
  into: string;
  otherId: string;
  name: string;
}

export interface SplitSubject {
  id: string;
  name: string;
}

/** What people fill in: why, and once more that they mean it. */
const asked = z.object({
  reason: text(100),
  sure: z.literal(true, { error: 'identities:page.mustBeSure' }),
  seen: z.string(),
  preview: z.custom<Preview>(),
});
const toValues = (preview: Preview) => ({ preview, seen: preview.seen });

function WhatHappens({ values, hint }: Pick<FormContentProps<unknown>, 'values'> & { hint: string }) {
  const t = useText();
  const preview = values.preview as Preview;
  const said = (unit: string, amount: number) =>
    unit === 'fen'
      ? t('identities:page.yuan', { amount: formatFen(amount) })
      : t(`kit:pieces.${unit}`, { count: amount });
  return (
    <Alert color="orange" title={hint}>
      <List size="sm">
        <List.Item>{t('identities:page.orders', { count: preview.orders })}</List.Item>
        {preview.values.map(({ fieldId, fieldName, unit, amount, spent }) => (
          <List.Item key={`${fieldId} ${unit}`}>
            {[
              fieldName,
              spent > 0
                ? t('identities:page.partly', { back: said(unit, amount), spent: said(unit, spent) })
                : said(unit, amount),
            ]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
        {preview.values.length === 0 && <List.Item>{t('identities:page.nothing')}</List.Item>}
      </List>
    </Alert>
  );
}

function JoinHint({ values }: FormContentProps<JoinSubject>) {
  const t = useText();
  const { waitHours } = values.preview as Preview;
  return (
    <>
      <WhatHappens values={values} hint={t('identities:page.joinBody')} />
      {waitHours > 0 && <Alert color="yellow" title={t('identities:page.waits', { hours: waitHours })} />}
    </>
  );
}
const SplitHint = ({ values }: FormContentProps<SplitSubject>) => (
  <WhatHappens values={values} hint={useText()('identities:page.splitBody')} />
);

export const joinForm = formAction({
  endpoint: joinMembers,
  schema: asked,
  load: ({ playerId, otherId }: JoinSubject) => loadFrom(previewMemberJoin, { playerId, otherId }, toValues),
  fields: ['reason', { name: 'sure', label: 'identities:page.joinSure', kind: 'switch' }],
  toInput: ({ reason, seen }, { playerId, otherId }) => ({ playerId, otherId, reason, seen }),
  title: ({ name, into }, t) => t('identities:page.joinTitle', { name, into }),
  submitLabel: 'identities:action.join',
  above: (props) => <JoinHint {...props} />,
  success: 'identities:page.joinDone',
});

export const splitForm = formAction({
  endpoint: splitMembers,
  schema: asked,
  load: ({ id }: SplitSubject) => loadFrom(previewMemberSplit, { id }, toValues),
  fields: ['reason', { name: 'sure', label: 'identities:page.splitSure', kind: 'switch' }],
  toInput: ({ reason, seen }, { id }) => ({ id, reason, seen }),
  title: ({ name }, t) => t('identities:page.splitTitle', { name }),
  submitLabel: 'identities:action.split',
  danger: true,
  above: (props) => <SplitHint {...props} />,
  success: 'identities:page.splitDone',
});
