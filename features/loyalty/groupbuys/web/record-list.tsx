import { siteFilter } from '#features/base/sites/web/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, optional } from '#kit/pages/list-page.tsx';
import type { Platform } from '../contract/kinds.ts';
import type { VerificationRecord } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import { RecordDetail } from './record-detail.tsx';

const { listVerifications, cancelVerification, askAgain } = groupBuysContract;

const cancelForm = formAction({
  endpoint: cancelVerification,
  title: 'groupbuys:page.cancel',
  danger: true,
  lead: ({ worthText }: VerificationRecord, t) => t('groupbuys:page.cancelLead', { worth: worthText }),
  initial: ({ id }) => ({ id }),
  fields: [{ name: 'reason', hint: 'groupbuys:page.cancelReasonHint' }],
  submitLabel: 'groupbuys:page.cancel',
  success: ({ state, problem }, t) =>
    state === 'cancelled'
      ? t('groupbuys:page.cancelledNow')
      : (problem ?? t(`groupbuys:verificationState.${state}`)),
});

const recordActions: readonly Action<VerificationRecord>[] = [
  {
    label: 'groupbuys:page.askAgain',
    icon: 'refresh',
    visible: ({ state }) => state === 'verifying' || state === 'verified' || state === 'cancelling',
    call: callOf(askAgain, ({ id }: VerificationRecord) => ({ id })),
    success: 'groupbuys:page.asked',
  },
  {
    label: 'groupbuys:page.cancel',
    icon: 'x',
    danger: true,
    visible: ({ cancellable }) => cancellable,
    form: cancelForm,
  },
  {
    label: 'groupbuys:page.toOrder',
    icon: 'clipboard-list',
    needs: ordersContract.readOrder,
    to: ({ orderNumber }) => `/order_detail?orderNumber=${orderNumber}`,
    visible: ({ orderNumber }) => orderNumber !== null,
  },
];

/** The verifications of a platform, or of one of its stores. */
export const recordsOf = (platform: Platform, storeId: string | undefined) =>
  defineList({
    id: 'records',
    endpoint: listVerifications,
    input: { platform, ...(storeId && { storeId }) },
    columns: [
      { key: 'title', phone: 'what' },
      { key: 'amountFen', phone: 'amount' },
      'state',
      { key: 'worthText', phone: 'more' },
      { key: 'playerName' },
      ...deskOnly('codeEnd', 'storeName', 'entrance', 'problem'),
      ...optional('fieldName', 'playerPhone', 'userName', 'verifiedAt', 'grantedAt', 'cancelUntil'),
      ...optional('cancelledAt', 'cancelledBy', 'cancelReason', 'orderNumber', 'lossFen'),
      ...optional('settledFen', 'settledAt'),
      'createdAt',
    ],
    filters: ['state', 'entrance', 'loss', siteFilter(), 'from'],
    search: 'codeEnd',
    searchHint: 'groupbuys:page.searchCode',
    rowDetail: ({ id }) => <RecordDetail id={id} />,
    rowActions: recordActions,
    empty: { title: 'groupbuys:page.noRecord', hint: 'groupbuys:page.noRecordHint' },
    icon: 'qrcode',
  });
