import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Statement } from '../contract/statements.ts';
import { Percent, useStepName } from './display.tsx';
import classes from './sharing.module.css';

interface AmountRow {
  label: string;
  fen: number;
  strong?: boolean;
}

function Amounts({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <table className={classes.ledger}>
      <tbody>
        {rows.map(({ label, fen, strong }) => (
          <tr key={label} data-strong={strong || undefined}>
            <th scope="row">{label}</th>
            <td>
              <Money fen={fen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Days({ statement }: { statement: Statement }) {
  const t = useText();
  const stepName = useStepName();
  return (
    <ul className={classes.days}>
      {statement.days.map((day) => (
        <li key={`${day.day} ${day.fieldName} ${day.basisPoints}`} className={classes.day}>
          <div className={classes.dayHead}>
            <Text fw={600}>
              {day.day} · {day.fieldName}
            </Text>
            <Text fw={700} component="div">
              <Money fen={day.earnedFen} />
            </Text>
          </div>
          <Text size="sm" c="dimmed" component="div">
            {t('sharing:statement.ofOrders', { count: day.orders })} · {t('sharing:field.grossFen')}{' '}
            <Money fen={day.grossFen} />
            {day.steps
              .filter(({ amountFen }) => amountFen !== 0)
              .map((step) => (
                <span key={`${step.kind} ${step.name}`}>
                  {' '}
                  · {stepName(step)} <Money fen={-step.amountFen} />
                </span>
              ))}{' '}
            · {t('sharing:field.baseFen')} <Money fen={day.baseFen} /> ×{' '}
            <Percent basisPoints={day.basisPoints} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

function Movements({ statement }: { statement: Statement }) {
  const t = useText();
  return (
    <>
      {statement.payments.length > 0 && (
        <Part title={t('sharing:statement.payments')}>
          <table className={classes.ledger}>
            <tbody>
              {statement.payments.map(({ day, way, orders, amountFen }) => (
                <tr key={`${day} ${way}`}>
                  <th scope="row">
                    {day} · {t(`sharing:way.${way}`)} · {t('sharing:statement.ofOrders', { count: orders })}
                  </th>
                  <td>
                    <Money fen={amountFen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {statement.refunds.length > 0 && (
        <Part title={t('sharing:statement.refunds')}>
          <table className={classes.ledger}>
            <tbody>
              {statement.refunds.map((refund) => (
                <tr key={`${refund.day} ${refund.orderNumber}`}>
                  <th scope="row">
                    {refund.day} · {refund.fieldName} · {refund.orderNumber}
                  </th>
                  <td>
                    <Money fen={-refund.reducedFen} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
    </>
  );
}

/** The month in sums, day by day, payment by payment. */
export function StatementParts({ statement }: { statement: Statement }) {
  const t = useText();
  const { account } = statement;
  return (
    <>
      <Part title={t('sharing:statement.summary')}>
        <Amounts
          rows={[
            { label: t('sharing:statement.opening'), fen: statement.openingFen },
            { label: t('sharing:statement.earned'), fen: statement.earnedFen },
            { label: t('sharing:statement.reduced'), fen: -statement.reducedFen },
            { label: t('sharing:statement.paid'), fen: -statement.paidFen },
            { label: t('sharing:statement.returned'), fen: statement.returnedFen },
            { label: t('sharing:statement.closing'), fen: statement.closingFen, strong: true },
          ]}
        />
      </Part>
      <Part title={t('sharing:statement.days')}>
        {statement.days.length > 0 ? (
          <Days statement={statement} />
        ) : (
          <Text c="dimmed">{t('sharing:statement.noDays')}</Text>
        )}
      </Part>
      <Movements statement={statement} />
      {account && (
        <Part title={t('sharing:statement.account')}>
          <Amounts
            rows={[
              { label: t('sharing:statement.accountOpening'), fen: account.openingFen },
              { label: t('sharing:statement.accountIn'), fen: account.inFen },
              { label: t('sharing:statement.accountOut'), fen: -account.outFen },
              { label: t('sharing:statement.accountClosing'), fen: account.closingFen, strong: true },
            ]}
          />
          {account.settlements.map((settlement, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several of a day may read the same
            <Text key={index} size="sm" mt="xs" component="div">
              {settlement.day} · {t('sharing:statement.settledBy', { name: settlement.userName })} ·{' '}
              {settlement.note} · <Money fen={settlement.amountFen} />
            </Text>
          ))}
        </Part>
      )}
    </>
  );
}
