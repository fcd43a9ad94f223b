import { formAction } from '#kit/pages/form-action.ts';
import type { DisputeState } from '../contract/disputes.ts';
import type { paymentsContract } from '../contract.ts';

type Resolve = typeof paymentsContract.resolveDispute | typeof paymentsContract.resolveDifference;

/** Says what was done at the platform about a disputed payment or a difference of a bill that is still open. */
export const resolveWith = (endpoint: Resolve) => ({
  label: 'payments:dispute.resolve',
  icon: 'check' as const,
  primary: true,
  visible: ({ state }: { state: DisputeState }) => state === 'open',
  form: formAction({
    endpoint,
    texts: 'payments:dispute',
    title: 'payments:dispute.resolveTitle',
    initial: ({ id }: { id: string }) => ({ id }),
    fields: [{ name: 'note', hint: 'payments:dispute.resolveHint' }],
    submitLabel: 'kit:action.confirm',
  }),
});
