import { useSearchParams } from 'react-router';
import { siteSource } from '#features/base/sites/web/public.ts';
import { password } from '#kit/contract/schemas.ts';
import { defineForm, loadFrom } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';

const editSchema = accountsContract.saveFranchisee.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

const formFor = (id: string | undefined) =>
  defineForm({
    texts: 'accounts',
    schema: (id ? editSchema : createSchema) as typeof editSchema,
    ...(id
      ? {
          load: loadFrom(accountsContract.franchiseeDetail, { id }, (franchisee) => ({
            ...franchisee,
            phone: franchisee.phone || undefined,
            password: undefined,
          })),
        }
      : { initial: { enabled: true, siteIds: [] } }),
    fields: [
      { name: 'name', section: 'accounts:page.personSection' },
      {
        name: 'account',
        hint: 'accounts:page.accountRule',
        autoComplete: 'off',
        section: 'accounts:page.personSection',
      },
      {
        name: 'phone',
        kind: 'phone',
        hint: 'accounts:page.staff.phoneHint',
        section: 'accounts:page.personSection',
      },
      {
        name: 'password',
        label: id ? 'accounts:field.newPassword' : 'accounts:field.password',
        hint: id ? 'accounts:page.staff.keepPassword' : 'accounts:page.passwordRule',
        strength: true,
        section: 'accounts:page.personSection',
      },
      { name: 'enabled', label: 'accounts:field.mayLogIn', section: 'accounts:page.personSection' },
      {
        name: 'siteIds',
        label: 'accounts:field.stores',
        kind: 'references',
        source: siteSource(),
        hint: 'accounts:page.franchisee.sitesHint',
        section: 'accounts:page.franchisee.storeSection',
        wide: true,
      },
    ],
    submit: async (data) =>
      act(accountsContract.saveFranchisee, {
        ...data,
        phone: data.phone ?? '',
        password: data.password && (await encryptPassword(data.password)),
      }),
    success: 'kit:action.saved',
  });

export default function AddFranchisee() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? undefined;
  return <FormPage key={id} definition={formFor(id)} />;
}
