import { ActionIcon, Button, Menu, Modal, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { sizeText } from '#kit/ui/fields/image-size.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { exportPath } from './export-stream.ts';
import { type ExportProgress, runExport } from './run-export.ts';

interface ExportButtonProps {
  endpoint: AnyEndpoint;
  /** the filters that are set */
  input: Record<string, unknown>;
  /** labels are translation keys; what the cells say the server reads from the schema */
  columns: readonly { key: string; label: string }[];
  total: number;
  iconOnly?: boolean;
}

/** Saves everything a list would show, not only the page in view. */
export function ExportButton({ endpoint, input, columns, total, iconOnly = false }: ExportButtonProps) {
  const t = useText();
  const [progress, setProgress] = useState<ExportProgress | undefined>();
  const cancel = useRef<AbortController>(undefined);
  const session = useSession();
  const start = async (format: 'csv' | 'xlsx') => {
    const controller = new AbortController();
    cancel.current = controller;
    setProgress({ rows: undefined, totalRows: total, bytes: 0 });
    try {
      const named = columns.map(({ key, label }) => ({ key, label: t(label) }));
      const options = { format, name: document.title, offsetMinutes: -new Date().getTimezoneOffset() };
      await runExport({
        path: exportPath(endpoint.path, options, named, input),
        format,
        fileName: `${document.title}.${format}`,
        signal: controller.signal,
        onProgress: setProgress,
      });
      toast.success(t('kit:page.exported'));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.failure(failureMessage(error));
    } finally {
      setProgress(undefined);
    }
  };
  // Exports run under someone's rights; a list on a public page has nobody's.
  if (!session) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          {iconOnly ? (
            <ActionIcon variant="default" size={44} aria-label={t('kit:page.export')} disabled={total === 0}>
              <Icon name="download" />
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={<Icon name="download" />} disabled={total === 0}>
              {t('kit:page.export')}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="spreadsheet" />} onClick={() => void start('xlsx')}>
            {t('kit:page.exportXlsx')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="csv" />} onClick={() => void start('csv')}>
            {t('kit:page.exportCsv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={progress !== undefined}
        onClose={() => cancel.current?.abort()}
        title={t('kit:page.exporting')}
        closeOnClickOutside={false}
        withCloseButton={false}
        size="sm"
      >
        {progress && <ExportState progress={progress} />}
        <Button mt="md" fullWidth variant="default" onClick={() => cancel.current?.abort()}>
          {t('kit:action.cancel')}
        </Button>
      </Modal>
    </>
  );
}

function ExportState({ progress }: { progress: ExportProgress }) {
  const t = useText();
  const { rows, totalRows, bytes } = progress;
  const known = rows !== undefined && totalRows !== undefined && totalRows > 0;
  return (
    <>
      <Progress
        value={known ? Math.min(100, (rows / totalRows) * 100) : 100}
        animated={!known}
        aria-label={t('kit:page.exporting')}
      />
      <Hint mt="xs" aria-live="polite">
        {known
          ? t('kit:page.exportedRows', { rows, total: totalRows })
          : t('kit:page.exportedBytes', { total: totalRows ?? 0, size: sizeText(bytes) })}
      </Hint>
    </>
  );
}
