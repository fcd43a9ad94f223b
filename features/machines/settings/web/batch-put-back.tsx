import { Button, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useAct } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { settingsContract } from '../contract.ts';
import { PreviewItems } from './batch-preview.tsx';
import classes from './settings.module.css';

/** What the machines of a batch would be again, what stays because somebody changed it since, and the button. */
export function BatchPutBack({ batchId }: { batchId: string }) {
  const t = useText();
  const navigate = useNavigate();
  const putBack = useAct(settingsContract.putBatchBack, {
    onDone: ({ batchId: next }) => void navigate(`/batchModify?batchId=${next}`, { replace: true }),
  });
  return (
    <div className={classes.page}>
      <Stack gap="xs">
        <Heading size="h4">{t('settings:batch.putBackTitle')}</Heading>
        <Text c="dimmed">{t('settings:batch.putBackHint')}</Text>
      </Stack>
      <Loaded call={[settingsContract.previewPutBack, { id: batchId }]} skeleton="list" staleMs={0}>
        {({ items, gone }) => {
          const possible = items.some(({ differences }) => differences.length > 0);
          return (
            <>
              {items.length > 0 && <PreviewItems all={items} />}
              {gone > 0 && <Hint>{t('settings:batch.gone', { count: gone })}</Hint>}
              {!possible && <Text>{t('settings:batch.putBackNothing')}</Text>}
              <StickyActions everywhere>
                <Button component={Link} to={`/batchModify?batchId=${batchId}`} variant="default">
                  {t('settings:batch.backToBatch')}
                </Button>
                {possible && (
                  <Button
                    leftSection={<Icon name="history" />}
                    loading={putBack.isPending}
                    onClick={() => putBack.mutate({ id: batchId })}
                  >
                    {t('settings:batch.putBackStart')}
                  </Button>
                )}
              </StickyActions>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
