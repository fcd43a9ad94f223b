import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { Card } from './wallet-parts.tsx';

const { listFlow } = walletContract;

const shownLines = 8;

/** What moved last in the wallet. */
export function RecentFlow({ walletId }: { walletId: string }) {
  const t = useText();
  const to = `/accountFlow?walletId=${walletId}`;
  return (
    <Card title={t('wallet:page.recentFlow')} to={to}>
      <Loaded call={[listFlow, { walletId, size: shownLines }]} skeleton="list">
        {({ records }) =>
          records.length === 0 ? (
            <Hint>{t('wallet:flow.empty')}</Hint>
          ) : (
            <ul className={classes.lines}>
              {records.map((line) => (
                <li key={line.place}>
                  <Link to={`/money_detail?id=${line.transferId}`} className={classes.line}>
                    <span>
                      <FieldView of={listFlow} data={line} path="kind" />
                      <Text component="span" size="sm" c="dimmed">
                        <FieldView of={listFlow} data={line} path="createdAt" />
                      </Text>
                    </span>
                    <FieldView of={listFlow} data={line} path="amountFen" />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
