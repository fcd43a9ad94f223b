import { useMemo } from 'react';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { sitesContract } from '../contract.ts';
import { addressFields, addressSchema, emptiedAsNull } from './site-form.ts';
import { WithSiteId } from './with-site-id.tsx';

function AddressForm({ id }: { id: string }) {
  const form = useMemo(
    () =>
      defineForm({
        schema: addressSchema,
        // The default is moved by choosing another one, not by switching this one off.
        fields: addressFields.map((field) =>
          field.name === 'isDefault' ? { ...field, disabled: (values) => values.wasDefault === true } : field,
        ),
        load: loadFrom(sitesContract.readSite, { id }, (site) => ({ ...site, wasDefault: site.isDefault })),
        submit: submitTo(sitesContract.updateSite, (data: object) => ({
          id,
          ...emptiedAsNull(data, ['latitude', 'longitude']),
        })),
        success: 'kit:action.saved',
      }),
    [id],
  );
  return <FormPage definition={form} />;
}

export default function EditAddress() {
  return <WithSiteId>{(id) => <AddressForm key={id} id={id} />}</WithSiteId>;
}
