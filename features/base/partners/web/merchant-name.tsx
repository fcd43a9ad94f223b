import { Alert } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { partnersContract } from '../contract.ts';
import classes from './merchant-name.module.css';

const { latestNameReview, requestNameChange } = partnersContract;
type Latest = OutputOf<typeof latestNameReview>;

function CurrentName({ latest }: { latest: Latest }) {
  const t = useText();
  const { review } = latest;
  return (
    <section className={classes.card}>
      <KeyValue
        rows={[
          { label: t('partners:page.name.current'), value: latest.name },
          ...(review
            ? [
                { label: t('partners:page.name.requested'), value: review.newName },
                {
                  label: t('partners:field.reviewState'),
                  value: <FieldView of={latestNameReview} data={latest} path="review.state" />,
                },
                { label: t('partners:field.requestedAt'), value: <Time value={review.createdAt} /> },
                ...(review.decidedAt
                  ? [{ label: t('partners:field.decidedAt'), value: <Time value={review.decidedAt} /> }]
                  : []),
                ...(review.decisionReason
                  ? [{ label: t('partners:field.reason'), value: review.decisionReason, wide: true }]
                  : []),
              ]
            : []),
        ]}
      />
    </section>
  );
}

/** While a name waits for the platform there is nothing to ask for. */
function Waiting({ latest }: { latest: Latest }) {
  const t = useText();
  return (
    <div className={classes.column}>
      <CurrentName latest={latest} />
      <Alert icon={<Icon name="clock" />} color="coin" title={t('partners:page.name.waiting')}>
        {t('partners:page.name.waitingHint')}
      </Alert>
    </div>
  );
}

const formFor = (latest: Latest) =>
  defineForm({
    schema: requestNameChange.input,
    fields: [
      { name: 'name', label: 'partners:field.newName', hint: 'partners:page.name.hint', wide: true },
      {
        name: 'realName',
        label: 'partners:field.realName',
        hint: 'partners:page.name.realNameHint',
        required: true,
      },
    ],
    initial: { realName: latest.realName },
    submit: submitTo(requestNameChange),
    submitLabel: 'partners:page.name.submit',
    success: 'partners:page.name.sent',
    // The page itself shows the new state.
    afterwards: () => {},
    header: <CurrentName latest={latest} />,
  });

export default function MerchantName() {
  return (
    <Loaded call={[latestNameReview, {}]}>
      {(latest) =>
        latest.review?.state === 'untreated' ? (
          <Waiting latest={latest} />
        ) : (
          <FormPage definition={formFor(latest)} />
        )
      }
    </Loaded>
  );
}
