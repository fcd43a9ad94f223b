import { useSearchParams } from 'react-router';
import { siteSource } from '#features/base/sites/web/public.ts';
import { password } from '#kit/contract/schemas.ts';
import { defineForm, loadFrom } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { partnersContract } from '../contract.ts';

const editSchema = partnersContract.saveFranchisee.input.extend({ password: password().optional() });
const createSchema = editSchema.extend({ password: password() });

const formFor = (id: string | undefined) =>
  defineForm({
    texts: 'partners',
    schema: (id ? editSchema : createSchema) as typeof editSchema,
    ...(id
      ? {
          load: loadFrom(partnersContract.franchiseeDetail, { id }, (franchisee) => ({
            ...franchisee,
            phone: franchisee.phone || undefined,
            password: undefined,
          })),
        }
      : { initial: { enabled: true, siteIds: [] } }),
    fields: [
      { name: 'name', section: 'partners:page.personSection' },
      {
        name: 'account',
        hint: 'partners:page.accountRule',
        autoComplete: 'off',
        section: 'partners:page.personSection',
      },
      {
        name: 'phone',
        kind: 'phone',
        hint: 'partners:page.staff.phoneHint',
        section: 'partners:page.personSection',
      },
      {
        name: 'password',
        label: id ? 'partners:field.newPassword' : 'partners:field.password',
        hint: id ? 'partners:page.staff.keepPassword' : 'partners:page.passwordRule',
        strength: true,
        section: 'partners:page.personSection',
      },
      { name: 'enabled', label: 'partners:field.mayLogIn', section: 'partners:page.personSection' },
      {
        name: 'siteIds',
        label: 'partners:field.stores',
        kind: 'references',
        source: siteSource(),
        hint: 'partners:page.franchisee.sitesHint',
        section: 'partners:page.franchisee.storeSection',
        wide: true,
      },
    ],
    submit: async (data) =>
      act(partnersContract.saveFranchisee, {
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
