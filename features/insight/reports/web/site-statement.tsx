import { Button, Group } from '@mantine/core';
import { useLocation } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { Money, Time } from '#kit/ui/display.tsx';
import { DownloadButton } from '#kit/ui/download-button.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { reportsContract } from '../contract.ts';
import classes from './site-statement.module.css';

const { readStatement, printStatement } = reportsContract;
type Statement = OutputOf<typeof readStatement>;

const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** /site_statement#…: what a person with the private link sees of one site, as on paper; nobody is logged in here. */
export default function SiteStatement() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <>
      <meta name="robots" content="none" />
      <meta name="referrer" content="no-referrer" />
      <Opened key={token} token={token} />
    </>
  );
}

function Opened({ token }: { token: string }) {
  const t = useText();
  // each asking is counted as an opening: it is asked once
  const { data, error, refetch } = useCall(
    readStatement,
    { token },
    { staleMs: Number.POSITIVE_INFINITY, enabled: token !== '' },
  );
  if (token === '' || isGone(error))
    return <EmptyState title={t('reports:statement.gone')} hint={t('reports:statement.goneHint')} />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton />;
  return (
    <div className={classes.desk}>
      <Tools token={token} />
      <Paper statement={data} />
    </div>
  );
}

function Tools({ token }: { token: string }) {
  const t = useText();
  return (
    <Group className={classes.tools} justify="end">
      <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
        {t('reports:statement.print')}
      </Button>
      <DownloadButton
        file={() => fetchFile(printStatement.path, { token })}
        failure={t('reports:statement.gone')}
      >
        {t('reports:print.pdf')}
      </DownloadButton>
    </Group>
  );
}

function Paper({ statement }: { statement: Statement }) {
  const t = useText();
  const { merchantName, logo, siteName, from, to, readAt } = statement;
  return (
    <article className={classes.paper}>
      <header className={classes.head}>
        {logo && <img src={logo} alt="" className={classes.logo} />}
        <div>
          <p className={classes.merchant}>{merchantName}</p>
          <h1>{t('reports:screen.statement')}</h1>
          <p>
            {siteName} · {from} – {to}
          </p>
        </div>
      </header>
      <dl className={classes.sums}>
        {(['incomeFen', 'netFen', 'sharesFen'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`reports:field.${name}`)}</dt>
            <dd>
              <Money fen={statement.total[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <Sources statement={statement} />
      <Receivers statement={statement} />
      <Days statement={statement} />
      <footer className={classes.foot}>
        {t('reports:statement.asOf')} <Time value={readAt} />
      </footer>
    </article>
  );
}

/** A part of the paper: a heading and a table that may be wider than a phone. */
function Part({
  title,
  heads,
  rows,
  total,
}: {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; name: string; values: readonly (number | string)[] }[];
  total: readonly (number | string)[];
}) {
  const t = useText();
  const cell = (value: number | string) => (typeof value === 'number' ? <Money fen={value} /> : value);
  return (
    <div className={classes.part}>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={classes.scroll} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, values }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {values.map((value, place) => (
                  <td key={heads[place + 1]}>{cell(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('reports:statement.total')}</th>
              {total.map((value, place) => (
                <td key={heads[place + 1]}>{cell(value)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}

const sums = ['grossFen', 'refundFen', 'incomeFen', 'feeFen', 'netFen'] as const;

function Sources({ statement: { sources, total } }: { statement: Statement }) {
  const t = useText();
  return (
    <Part
      title={t('reports:page.bySource')}
      heads={[t('reports:field.source'), ...sums.map((name) => t(`reports:field.${name}`))]}
      rows={sources.map((row) => ({
        key: row.source,
        name: t(`figures:incomeSource.${row.source}`),
        values: sums.map((name) => row[name]),
      }))}
      total={sums.map((name) => total[name])}
    />
  );
}

const shares = ['dueFen', 'paidFen', 'openFen'] as const;

function Receivers({ statement: { receivers } }: { statement: Statement }) {
  const t = useText();
  if (receivers.length === 0)
    return (
      <section className={classes.part}>
        <h2>{t('reports:statement.receivers')}</h2>
        <p>{t('reports:revenue.nobody')}</p>
      </section>
    );
  return (
    <Part
      title={t('reports:statement.receivers')}
      heads={[t('reports:statement.receiver'), ...shares.map((name) => t(`reports:statement.${name}`))]}
      rows={receivers.map((row, place) => ({
        key: `${place} ${row.receiverName}`,
        name: `${row.receiverName} · ${t(`sharing:kind.${row.kind}`)}`,
        values: shares.map((name) => row[name]),
      }))}
      total={shares.map((name) => receivers.reduce((sum, row) => sum + row[name], 0))}
    />
  );
}

const ofDay = ['grossFen', 'refundFen', 'feeFen', 'netFen', 'sharesFen'] as const;

function Days({ statement: { days, total } }: { statement: Statement }) {
  const t = useText();
  const names = ofDay.map((name) => t(`reports:field.${name}`));
  const valuesOf = (row: Statement['total']) => [
    row.orders.toLocaleString(),
    ...ofDay.map((name) => row[name]),
  ];
  return (
    <Part
      title={t('reports:statement.days')}
      heads={[t('reports:by.day'), t('reports:field.orders'), ...names]}
      rows={days.map((row) => ({ key: row.day, name: row.day, values: valuesOf(row) }))}
      total={valuesOf(total)}
    />
  );
}
