import type { z } from 'zod';
import { password } from '#kit/contract/schemas.ts';
import { defineForm, loadFrom } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { encryptPassword, useSession } from '#kit/ui/session.ts';
import { teamContract } from '../contract.ts';
import { useRoleOptions } from './role-options.ts';
import { siteFields } from './site-fields.ts';

const editSchema = teamContract.saveStaff.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

async function save(data: z.input<typeof editSchema>): Promise<{ id: string }> {
  return act(teamContract.saveStaff, {
    ...data,
    password: data.password && (await encryptPassword(data.password)),
  });
}

export function StaffForm({ id }: { id: string | undefined }) {
  const roles = useRoleOptions();
  const merchant = useSession()?.realm === 'merchant';
  if (!roles) return <FormSkeleton />;
  const form = defineForm({
    texts: 'team',
    schema: (id ? editSchema : createSchema) as typeof editSchema,
    ...(id
      ? {
          load: loadFrom(teamContract.staffDetail, { id }, (staff) => ({
            ...staff,
            phone: staff.phone || undefined,
            realName: staff.realName || undefined,
            password: undefined,
          })),
        }
      : { initial: { enabled: true, allSites: false, siteIds: [] } }),
    fields: [
      { name: 'name', label: 'team:field.displayName', section: 'team:page.personSection' },
      {
        name: 'realName',
        section: 'team:page.personSection',
      },
      {
        name: 'account',
        hint: 'team:page.accountRule',
        autoComplete: 'off',
        section: 'team:page.personSection',
      },
      {
        name: 'password',
        label: id ? 'team:field.newPassword' : 'team:field.password',
        hint: id ? 'team:page.staff.keepPassword' : 'team:page.passwordRule',
        strength: true,
        section: 'team:page.personSection',
      },
      {
        name: 'phone',
        kind: 'phone',
        hint: 'team:page.staff.phoneHint',
        section: 'team:page.personSection',
      },
      {
        name: 'roleId',
        label: 'team:field.role',
        kind: 'choice',
        appearance: 'list',
        options: roles,
        hint: 'team:page.staff.roleHint',
        section: 'team:page.personSection',
      },
      {
        name: 'enabled',
        label: 'team:field.mayLogIn',
        section: 'team:page.personSection',
      },
      ...(merchant ? siteFields() : []),
    ],
    // What was emptied on the page is to be emptied on the server.
    submit: (data) => save({ ...data, phone: data.phone ?? '', realName: data.realName ?? '' }),
    success: 'kit:action.saved',
  });
  return <FormPage definition={form} />;
}
