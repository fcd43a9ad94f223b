import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { walletContract } from '../contract.ts';

const { listHandovers, answerHandover, withdrawHandover } = walletContract;
type Row = OutputOf<typeof listHandovers>['records'][number];

const isMine = ({ own, state }: Row) => own && state === 'waiting';

const object = formAction({
  endpoint: answerHandover,
  title: (_: Row, t) => t('wallet:handover.objectTitle'),
  submitLabel: 'wallet:handover.object',
  danger: true,
  initial: ({ id }) => ({ id, agree: false }),
  fields: [{ name: 'reason', kind: 'longText', label: 'wallet:handover.reason' }],
  success: 'wallet:handover.objected',
});

/** Wallets of franchisees that the owner asked for: the franchisee agrees, objects, or lets the notice pass. */
export default listPage({
  endpoint: listHandovers,
  columns: [
    { key: 'walletName', label: 'wallet:handover.from' },
    { key: 'toWalletName', label: 'wallet:field.handedTo' },
    { key: 'amountFen', label: 'wallet:handover.amount' },
    { key: 'sites', label: 'wallet:handover.sites' },
    { key: 'siteNames', label: 'wallet:handover.siteNames', phone: 'more' },
    { key: 'askedByName', label: 'wallet:handover.askedBy' },
    { key: 'createdAt', label: 'wallet:handover.askedAt' },
    { key: 'dueAt', label: 'wallet:handover.dueAt' },
    { key: 'reason', label: 'wallet:handover.reason', phone: 'more' },
    { key: 'decidedByName', label: 'wallet:handover.decidedBy', phone: 'more' },
    { key: 'state', label: 'wallet:handover.state' },
  ],
  rowActions: [
    {
      label: 'wallet:handover.agree',
      icon: 'check',
      primary: true,
      visible: isMine,
      call: callOf(answerHandover, ({ id }: Row) => ({ id, agree: true })),
      confirm: {
        title: 'wallet:handover.agreeTitle',
        body: 'wallet:handover.agreeBody',
        params: ({ toWalletName, siteNames }) => ({ to: toWalletName, sites: siteNames }),
      },
      success: 'wallet:handover.agreed',
    },
    { label: 'wallet:handover.object', visible: isMine, form: object },
    {
      label: 'wallet:handover.withdraw',
      icon: 'x',
      visible: ({ own, state }) => !own && state === 'waiting',
      call: callOf(withdrawHandover, ({ id }: Row) => ({ id })),
      confirm: { title: 'wallet:handover.withdrawTitle' },
      success: 'kit:action.done',
    },
  ],
  empty: { title: 'wallet:handover.empty', hint: 'wallet:handover.emptyHint' },
});
