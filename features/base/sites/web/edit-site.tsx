import { Box, Button, Group, Paper } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type OpeningPeriod, sitesContract } from '../contract.ts';
import { HoursField } from './hours-field.tsx';
import { RemoveSite } from './remove-site.tsx';
import { SiteFigures } from './site-figures.tsx';
import { emptiedAsNull } from './site-form.ts';
import { WithSiteId } from './with-site-id.tsx';

const schema = sitesContract.updateSite.input.pick({
  ifEnable: true,
  openingHours: true,
  refundMode: true,
  timeZone: true,
  dayStart: true,
  contactName: true,
  contactNumber: true,
  businessCategoryCode: true,
  sort: true,
  photo: true,
  remark: true,
});
const clearable = ['contactName', 'contactNumber', 'businessCategoryCode', 'photo', 'remark'];

/** Trades and their lines as one searchable list. */
function useCategoryOptions() {
  const { data } = useCall(sitesContract.listBusinessCategories, {}, { staleMs: Number.POSITIVE_INFINITY });
  return useMemo(
    () =>
      (data?.data ?? []).flatMap((trade) =>
        (trade.children ?? []).map((line) => ({
          value: line.code,
          label: `${trade.name} / ${line.name}`,
          plain: true,
        })),
      ),
    [data],
  );
}

function SiteForm({ id }: { id: string }) {
  const categories = useCategoryOptions();
  const form = useMemo(
    () =>
      defineForm({
        schema,
        texts: 'sites',
        fields: [
          {
            name: 'ifEnable',
            label: 'sites:field.state',
            hint: 'sites:hint.state',
            section: 'sites:section.business',
            required: true,
          },
          {
            name: 'refundMode',
            hint: 'sites:hint.refundMode',
            section: 'sites:section.business',
            required: true,
          },
          {
            name: 'openingHours',
            section: 'sites:section.business',
            wide: true,
            render: ({ value, ...props }) => (
              <HoursField {...props} value={(value as OpeningPeriod[]) ?? []} />
            ),
          },
          { name: 'timeZone', section: 'sites:section.day', appearance: 'list', required: true },
          { name: 'dayStart', hint: 'sites:hint.dayStart', section: 'sites:section.day', required: true },
          { name: 'contactName', section: 'sites:section.contact' },
          { name: 'contactNumber', section: 'sites:section.contact' },
          {
            name: 'businessCategoryCode',
            label: 'sites:field.category',
            kind: 'choice',
            appearance: 'list',
            options: categories,
            section: 'sites:section.more',
          },
          { name: 'sort', hint: 'sites:hint.sort', section: 'sites:section.more' },
          { name: 'photo', busType: 'site', section: 'sites:section.more' },
          { name: 'remark', hint: 'sites:hint.remark', section: 'sites:section.more' },
        ],
        load: loadFrom(sitesContract.readSite, { id }),
        submit: submitTo(sitesContract.updateSite, (data: object) => ({
          id,
          ...emptiedAsNull(data, clearable),
        })),
        success: 'kit:action.saved',
        header: <AddressCard id={id} />,
        footer: <RemoveSite id={id} />,
      }),
    [id, categories],
  );
  return <FormPage definition={form} />;
}

/** Name and address are edited on another page, with the map. */
function AddressCard({ id }: { id: string }) {
  const t = useText();
  const { data: site } = useCall(sitesContract.readSite, { id });
  const mayEdit = useCan(sitesContract.updateSite);
  if (!site) return null;
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section">
      <Group justify="space-between" gap="sm">
        <div>
          <Heading size="h4">{site.name}</Heading>
          <Hint>{`${t(`sites:type.${site.type}`)} · ${site.fullAddress}`}</Hint>
        </div>
        {mayEdit && (
          <Button
            component={Link}
            to={`/editaddress?id=${id}`}
            variant="default"
            leftSection={<Icon name="map-pin" />}
          >
            {t('sites:edit.address')}
          </Button>
        )}
      </Group>
      <Box mt="md">
        <SiteFigures fieldId={id} height={48} titled />
      </Box>
    </Paper>
  );
}

export default function EditSite() {
  return <WithSiteId>{(id) => <SiteForm key={id} id={id} />}</WithSiteId>;
}
