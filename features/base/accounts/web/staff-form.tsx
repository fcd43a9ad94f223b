import type { z } from 'zod';
import { password } from '#kit/contract/schemas.ts';
import { defineForm, loadFrom } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { encryptPassword, useSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { useRoleOptions } from './role-options.ts';
import { siteFields } from './site-fields.ts';

const editSchema = accountsContract.saveStaff.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

async function save(data: z.input<typeof editSchema>): Promise<{ id: string }> {
  return act(accountsContract.saveStaff, {
    ...data,
    password: data.password && (await encryptPassword(data.password)),
  });
}

export function StaffForm({ id }: { id: string | undefined }) {
  const roles = useRoleOptions();
  const merchant = useSession()?.realm === 'merchant';
  if (!roles) return <FormSkeleton />;
  const form = defineForm({
    texts: 'accounts',
    schema: (id ? editSchema : createSchema) as typeof editSchema,
    ...(id
      ? {
          load: loadFrom(accountsContract.staffDetail, { id }, (staff) => ({
            ...staff,
            phone: staff.phone || undefined,
            realName: staff.realName || undefined,
            password: undefined,
          })),
        }
      : { initial: { enabled: true, allSites: false, siteIds: [] } }),
    fields: [
      { name: 'name', label: 'accounts:field.displayName', section: 'accounts:page.personSection' },
      {
        name: 'realName',
        section: 'accounts:page.personSection',
      },
      {
        name: 'account',
        hint: 'accounts:page.accountRule',
        autoComplete: 'off',
        section: 'accounts:page.personSection',
      },
      {
        name: 'password',
        label: id ? 'accounts:field.newPassword' : 'accounts:field.password',
        hint: id ? 'accounts:page.staff.keepPassword' : 'accounts:page.passwordRule',
        strength: true,
        section: 'accounts:page.personSection',
      },
      {
        name: 'phone',
        kind: 'phone',
        hint: 'accounts:page.staff.phoneHint',
        section: 'accounts:page.personSection',
      },
      {
        name: 'roleId',
        label: 'accounts:field.role',
        kind: 'choice',
        appearance: 'list',
        options: roles,
        hint: 'accounts:page.staff.roleHint',
        section: 'accounts:page.personSection',
      },
      {
        name: 'enabled',
        label: 'accounts:field.mayLogIn',
        section: 'accounts:page.personSection',
      },
      ...(merchant ? siteFields() : []),
    ],
    // What was emptied on the page is to be emptied on the server.
    submit: (data) => save({ ...data, phone: data.phone ?? '', realName: data.realName ?? '' }),
    success: 'kit:action.saved',
  });
  return <FormPage definition={form} />;
}
