import { type Action, type ActionCall, callOf } from '#kit/pages/actions.ts';
import { teamContract } from '../contract.ts';
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
    label: 'team:page.enable',
    icon: 'circle-check',
    visible: ({ enabled }) => !enabled,
    call: call(true),
    success: 'kit:action.done',
  },
  {
    label: 'team:page.disable',
    icon: 'power',
    visible: ({ enabled }) => enabled,
    call: call(false),
    confirm: {
      title: 'team:page.staff.disableTitle',
      body: 'team:page.staff.disableBody',
      params,
    },
    success: 'kit:action.done',
  },
];

export const staffAccess = accessActions((enabled) =>
  callOf(teamContract.updateStaff, ({ id }: Person) => ({ id, enabled })),
);

export const editStaff: Action<Person> = {
  label: 'kit:action.edit',
  icon: 'edit',
  to: ({ id }) => `/addzzh?id=${id}`,
  needs: teamContract.saveStaff,
};

export const resetStaffPassword: Action<Person> = {
  label: 'team:page.staff.reset',
  icon: 'key',
  needs: teamContract.resetStaffPasswords,
  confirm: { title: 'team:page.staff.resetTitle', body: 'team:page.staff.resetBody', params },
  run: ({ id }) => resetPasswords([id]),
};

export const removeStaff: Action<Person> = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(teamContract.removeStaff, ({ id }: Person) => ({ ids: [id] })),
  confirm: { title: 'team:page.staff.removeTitle', body: 'team:page.staff.removeBody', params },
  success: 'kit:action.removed',
};
