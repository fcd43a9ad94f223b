import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { contentContract } from '../contract.ts';
import classes from './content.module.css';

const { helpContact, saveHelpContact } = contentContract;

/** How to reach the people who run the platform; its administrator sets it here. */
export function HelpContact() {
  const t = useText();
  const mayEdit = useCan(saveHelpContact);
  const [editing, setEditing] = useState(false);
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
            size="sm"
            leftSection={<Icon name="edit" />}
            onClick={() => setEditing(true)}
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
          <Text size="sm" c="dimmed">
            {t(given ? 'content:contact.hint' : 'content:contact.none')}
          </Text>
        </div>
      </div>
      {mayEdit && (
        <Sheet opened={editing} onClose={() => setEditing(false)} title={t('content:contact.title')}>
          {editing && <ContactForm onDone={() => setEditing(false)} />}
        </Sheet>
      )}
    </section>
  );
}

function ContactForm({ onDone }: { onDone: () => void }) {
  return (
    <FormPage
      definition={{
        schema: saveHelpContact.input,
        // An empty text of the answer is a field that nobody filled in.
        load: loadFrom(helpContact, {}, ({ phone, hours, qr }) => ({
          phone: phone || undefined,
          hours: hours || undefined,
          qr: qr || undefined,
        })),
        fields: [
          { name: 'phone', label: 'content:contact.phone', wide: true },
          {
            name: 'hours',
            label: 'content:contact.hours',
            placeholder: 'content:contact.hoursExample',
            wide: true,
          },
          { name: 'qr', label: 'content:contact.qr', busType: 'help', wide: true },
        ],
        submit: submitTo(saveHelpContact),
        invalidates: [helpContact],
        success: 'kit:action.saved',
        afterwards: onDone,
      }}
    />
  );
}
