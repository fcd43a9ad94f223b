import { Button, Group, Paper } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useActions } from '#kit/pages/use-actions.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { sitesContract } from '../contract.ts';
import { removeAction } from './site-actions.ts';

/** The danger zone: says why a site can not go, instead of a button that only fails. */
export function RemoveSite({ id }: { id: string }) {
  const t = useText();
  const navigate = useNavigate();
  const runner = useActions();
  const mayRemove = useCan(sitesContract.removeSites);
  const { data: site } = useCall(sitesContract.readSite, { id });
  if (!site || !mayRemove) return null;
  const busy = site.equipmentNumber > 0;
  const remove = async () => {
    if (await runner.run(removeAction, site)) await navigate('/tfaddress', { replace: true });
  };
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section" aria-labelledby="remove-site">
      <Group justify="space-between" gap="sm">
        <div>
          <Heading id="remove-site">{t('sites:edit.dangerTitle')}</Heading>
          <Hint maw={520}>
            {busy ? t('sites:edit.dangerBusy', { count: site.equipmentNumber }) : t('sites:edit.dangerFree')}
          </Hint>
        </div>
        {!busy && (
          <Button
            variant="light"
            color="red"
            leftSection={<Icon name="trash" />}
            loading={runner.running === removeAction.label}
            onClick={() => void remove()}
          >
            {t('kit:action.remove')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
