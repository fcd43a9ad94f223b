import { Stack } from '@mantine/core';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { SiteRecord } from '../contract.ts';
import { hoursLines } from './opening-hours.ts';

/** What those see of a site who may not change it. */
export function SiteSummary({ site }: { site: SiteRecord }) {
  const t = useText();
  const hours = hoursLines(site.openingHours, t);
  return (
    <KeyValue
      rows={[
        { label: t('sites:field.type'), value: t(`sites:type.${site.type}`) },
        { label: t('sites:field.state'), value: t(`sites:state.${site.ifEnable}`) },
        { label: t('sites:field.address'), value: site.fullAddress, wide: true },
        {
          label: t('sites:field.openingHours'),
          value: hours.length > 0 && (
            <Stack gap={2}>
              {hours.map((line) => (
                <span key={`${line.days} ${line.period}`}>{`${line.days} ${line.period}`}</span>
              ))}
            </Stack>
          ),
          wide: true,
        },
        { label: t('sites:field.contactName'), value: site.contactName },
        { label: t('sites:field.contactNumber'), value: site.contactNumber },
        { label: t('sites:field.refundMode'), value: t(`sites:refundMode.${site.refundMode}`) },
        { label: t('sites:field.devices'), value: site.equipmentNumber },
        { label: t('sites:field.remark'), value: site.remark, wide: true },
      ]}
    />
  );
}
