import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { ShareChart } from '#kit/pages/charts.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ordersContract, type PayWay } from '../contract.ts';
import { orderActions } from './order-actions.ts';
import { detailOf, orderColumns } from './order-columns.ts';
import classes from './orders.module.css';

const { listOrders, readShares } = ordersContract;
const colours: Partial<Record<PayWay, string>> = { wechat: 'var(--chart-1)', alipay: 'var(--chart-2)' };
const filterNames = ['fieldId', 'equipmentId', 'state', 'payWay', 'from', 'to'] as const;

/** What the days brought, by which way, and what the listed orders were paid. */
function Summary() {
  const t = useText();
  const [query] = useSearchParams();
  const input = Object.fromEntries(
    filterNames.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as InputOf<typeof readShares>;
  const { data } = useCall(readShares, { ...input, online: true }, { keepPrevious: true });
  if (!data) return null;
  const shares = data.shares.filter(({ incomeFen }) => incomeFen > 0);
  const { paid, income } = data;
  return (
    <div className={classes.summary}>
      <Figures
        items={[
          {
            label: t('orders:online.income'),
            value: <Money fen={income.incomeFen} />,
            hint: t('orders:online.incomeHint'),
          },
          {
            label: t('orders:online.refunds'),
            value: <Money fen={income.refundFen} />,
            hint: t('orders:online.refundsHint'),
          },
          {
            label: t('orders:online.net'),
            value: <Money fen={income.netFen} />,
            hint: (
              <>
                {t('orders:field.feeFen')} <Money fen={income.feeFen} />
              </>
            ),
          },
          {
            label: t('orders:online.paid'),
            value: <Money fen={paid.amountFen} />,
            hint: t('orders:online.paidHint', { count: paid.orders, from: data.from, to: data.to }),
          },
        ]}
      />
      {shares.length > 0 && (
        <div className={classes.shares}>
          <ShareChart
            title={t('orders:online.shares')}
            of={t('orders:field.payWay')}
            sizePx={78}
            format={(fen) => `¥${formatFen(fen)}`}
            data={shares.map(({ payWay, incomeFen }) => ({
              name: t(`orders:payWayName.${payWay}`),
              value: incomeFen,
              color: colours[payWay] ?? 'gray.6',
            }))}
          />
        </div>
      )}
    </div>
  );
}

/** /onlinepay */
export default listPage({
  endpoint: listOrders,
  input: { online: true },
  header: <Summary />,
  columns: orderColumns,
  filters: [siteFilter(), machineFilter(), 'from', { name: 'payWay', values: ['wechat', 'alipay'] }, 'state'],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  rowActions: orderActions,
  empty: { title: 'orders:online.empty', hint: 'orders:online.emptyHint' },
});
