import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { openBarcodeScanner } from '#features/loyalty/stock/web/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { openSheet } from '#kit/pages/open-form.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { type GoodsOrderRecord, shopContract } from '../contract.ts';

const { listGoodsOrders, handOutGoods, shipGoods } = shopContract;
type Given = OutputOf<typeof handOutGoods>;

const hasKeyboard = () => matchMedia('(pointer: fine)').matches;

/** A scanner at the keyboard types into it and presses Enter, so it has the focus; a phone has its camera. */
function CodeField({ value, onChange, values: _, ...rest }: CustomFieldProps) {
  const t = useText();
  const scan = async () => {
    const found = await openBarcodeScanner(t('shop:action.scan'));
    if (found) onChange(found);
  };
  return (
    <>
      <TextInput
        {...rest}
        data-autofocus={hasKeyboard() || undefined}
        autoComplete="off"
        maxLength={20}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        fullWidth
        mt="sm"
        variant="light"
        leftSection={<Icon name="qrcode" />}
        onClick={() => void scan()}
      >
        {t('shop:action.scan')}
      </Button>
    </>
  );
}

const Title = () => useText()('shop:page.give');

/** What is to be put on the counter now. */
function ToGive({ given, onDone }: { given: Given; onDone: () => void }) {
  const t = useText();
  return (
    <Stack pb="md">
      <List>
        {given.lines.map((line) => (
          <List.Item key={line.name}>{t('shop:hint.line', line)}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {t('shop:field.orderNumber')} {given.orderNumber}
      </Text>
      <Button onClick={onDone}>{t('kit:action.close')}</Button>
    </Stack>
  );
}

const handOut = formAction({
  endpoint: handOutGoods,
  texts: 'shop',
  fields: [{ name: 'code', hint: 'shop:hint.code', render: (props) => <CodeField {...props} /> }],
  success: 'shop:page.handedOut',
  done: (given) =>
    void openSheet({ title: <Title />, content: (close) => <ToGive given={given} onDone={() => close()} /> }),
});

const ship = formAction({
  endpoint: shipGoods,
  texts: 'shop',
  initial: ({ id }: GoodsOrderRecord) => ({ id }),
  above: ({ subject }) => <Text size="sm">{subject.receiver}</Text>,
  fields: ['carrier', 'trackingNumber'],
  success: 'shop:page.shipped',
});

const list = defineList({
  endpoint: listGoodsOrders,
  texts: 'shop',
  columns: [
    { key: 'title', phone: 'what' },
    { key: 'playerName', phone: 'more' },
    { key: 'amountFen', phone: 'amount' },
    'state',
    { key: 'delivery', phone: 'more' },
    { key: 'pieces', phone: false },
    { key: 'fieldName', phone: false },
    { key: 'receiver', optional: true },
    { key: 'carrier', optional: true },
    { key: 'trackingNumber', optional: true },
    { key: 'waitsUntil', optional: true },
    { key: 'handedAt', optional: true },
    { key: 'userName', optional: true },
    { key: 'orderNumber', phone: false },
    'paidAt',
  ],
  filters: ['state', 'delivery', siteFilter(), 'from'],
  search: 'orderNumber',
  searchHint: 'shop:page.search',
  facts: true,
  actions: [{ label: 'shop:action.handOut', icon: 'qrcode', primary: true, form: handOut }],
  rowActions: [
    {
      label: 'shop:action.ship',
      icon: 'truck',
      form: ship,
      visible: ({ state, delivery }) => state === 'waiting' && delivery === 'ship',
    },
    {
      label: 'shop:action.order',
      icon: 'clipboard-list',
      needs: ordersContract.readOrder,
      to: ({ orderNumber }) => `/order_detail?orderNumber=${orderNumber}`,
    },
  ],
  empty: { title: 'shop:page.empty', hint: 'shop:page.emptyHint' },
  icon: 'receipt',
});

/** /integralStore/goodsOrders: goods that players have paid, to be handed out by code or sent. */
export default function GoodsOrders() {
  return <ListPage definition={list} />;
}
