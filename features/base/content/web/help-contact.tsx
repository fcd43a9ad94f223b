import { Anchor, Button, Text } from '@mantine/core';
import { formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import { openForm } from '#kit/pages/open-form.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';

const { helpContact, saveHelpContact } = contentContract;

const editContact = formAction({
  endpoint: saveHelpContact,
  texts: 'content:contact',
  // An empty text of the answer is a field that nobody filled in.
  load: () =>
    loadFrom(helpContact, {}, ({ phone, hours, qr }) => ({
      phone: phone || undefined,
      hours: hours || undefined,
      qr: qr || undefined,
    })),
  fields: [
    { name: 'phone', wide: true },
    { name: 'hours', placeholder: 'content:contact.hoursExample', wide: true },
    { name: 'qr', busType: 'picture', wide: true },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

/** How to reach the people who run the platform; its administrator sets it here. */
export function HelpContact() {
  const t = useText();
  const mayEdit = useCan(saveHelpContact);
  const { data } = useCall(helpContact, {});
  if (!data) return null;
  const given = Boolean(data.phone || data.hours || data.qr);
  return (
    <section className={classes.panel}>
      <h2 className={classes.sectionTitle}>
        {t('content:contact.title')}
        {mayEdit && (
          <Button
            variant="subtle"
            leftSection={<Icon name="edit" />}
            onClick={() => void openForm(editContact, undefined, 'content:contact.title')}
          >
            {t('kit:action.edit')}
          </Button>
        )}
      </h2>
      <div className={classes.contact}>
        {data.qr && <img src={data.qr} alt={t('content:contact.qr')} className={classes.contactQr} />}
        <div>
          {data.phone && (
            <Anchor href={`tel:${data.phone}`} fw={600}>
              {data.phone}
            </Anchor>
          )}
          {data.hours && <Text size="sm">{data.hours}</Text>}
          <Hint>{t(given ? 'content:contact.hint' : 'content:contact.none')}</Hint>
        </div>
      </div>
    </section>
  );
}
