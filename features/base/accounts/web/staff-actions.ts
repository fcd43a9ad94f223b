import { type Action, type ActionCall, callOf } from '#kit/pages/actions.ts';
import { accountsContract } from '../contract.ts';
import { resetPasswords } from './password-reset.tsx';

interface Person {
  id: string;
  name: string;
  enabled: boolean;
}

const params = ({ name }: Person) => ({ name });

/** Letting an account in, or shutting it out. */
export const accessActions = <R extends Person>(call: (enabled: boolean) => ActionCall<R>): Action<R>[] => [
  {
    label: 'accounts:page.enable',
    icon: 'circle-check',
    visible: ({ enabled }) => !enabled,
    call: call(true),
    success: 'kit:action.done',
  },
  {
    label: 'accounts:page.disable',
    icon: 'power',
    visible: ({ enabled }) => enabled,
    call: call(false),
    confirm: {
      title: 'accounts:page.staff.disableTitle',
      body: 'accounts:page.staff.disableBody',
      params,
    },
    success: 'kit:action.done',
  },
];

export const staffAccess = accessActions((enabled) =>
  callOf(accountsContract.updateStaff, ({ id }: Person) => ({ id, enabled })),
);

export const editStaff: Action<Person> = {
  label: 'kit:action.edit',
  icon: 'edit',
  to: ({ id }) => `/addzzh?id=${id}`,
  needs: accountsContract.saveStaff,
};

export const resetStaffPassword: Action<Person> = {
  label: 'accounts:page.staff.reset',
  icon: 'key',
  needs: accountsContract.resetStaffPasswords,
  confirm: { title: 'accounts:page.staff.resetTitle', body: 'accounts:page.staff.resetBody', params },
  run: ({ id }) => resetPasswords([id]),
};

export const removeStaff: Action<Person> = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(accountsContract.removeStaff, ({ id }: Person) => ({ ids: [id] })),
  confirm: { title: 'accounts:page.staff.removeTitle', body: 'accounts:page.staff.removeBody', params },
  success: 'kit:action.removed',
};
