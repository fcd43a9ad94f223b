import { ActionIcon, Group, Input, SegmentedControl, Textarea, Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { Icon, type IconName } from '../icons.tsx';
import { Markdown } from '../markdown.tsx';
import { compressPicture } from './compress.ts';
import classes from './rich-text-field.module.css';
import { prefixLines, wrapSelection } from './text-editing.ts';
import { type FieldProps, wrapperProps } from './types.ts';
import { uploadFile } from './upload.ts';
import { useUploads } from './use-uploads.ts';

interface RichTextProps extends FieldProps<string> {
  maxLength?: number;
  rows?: number;
  busType?: string;
}

/** A plain text area with Markdown helpers, pictures and a preview that is exactly what readers will see. */
export function RichTextField({ maxLength, rows = 12, busType = 'article', ...props }: RichTextProps) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const picture = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const uploads = useUploads(async (file, options) =>
    uploadFile(await compressPicture(file), busType, options),
  );
  const text = props.value ?? '';

  const edit = (
    change: (text: string, start: number, end: number) => { text: string; start: number; end: number },
  ) => {
    const element = area.current;
    if (!element) return;
    const next = change(text, element.selectionStart, element.selectionEnd);
    props.onChange(next.text || undefined);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.start, next.end);
    });
  };
  const addPicture = async (file: File | undefined) => {
    const done = file && (await uploads.start(file));
    if (done) edit((now, start, end) => wrapSelection(now, start, end, '![', `](${done.link})`));
  };
  const tools: { label: string; icon: IconName; run: () => void }[] = [
    {
      label: t('kit:ui.editor.heading'),
      icon: 'heading',
      run: () => edit((...at) => prefixLines(...at, '## ')),
    },
    {
      label: t('kit:ui.editor.bold'),
      icon: 'bold',
      run: () => edit((...at) => wrapSelection(...at, '**', '**')),
    },
    {
      label: t('kit:ui.editor.italic'),
      icon: 'italic',
      run: () => edit((...at) => wrapSelection(...at, '*', '*')),
    },
    { label: t('kit:ui.editor.list'), icon: 'list', run: () => edit((...at) => prefixLines(...at, '- ')) },
    {
      label: t('kit:ui.editor.link'),
      icon: 'link',
      run: () => edit((...at) => wrapSelection(...at, '[', '](https://)')),
    },
    {
      label: t('kit:ui.editor.code'),
      icon: 'code',
      run: () => edit((...at) => wrapSelection(...at, '`', '`')),
    },
    {
      label: t('kit:ui.editor.callout'),
      icon: 'info-circle',
      run: () => edit((now, start, end) => wrapSelection(now, start, end, '\n> [!tip] ', '\n')),
    },
    { label: t('kit:ui.editor.picture'), icon: 'photo', run: () => picture.current?.click() },
  ];
  return (
    <Input.Wrapper {...wrapperProps(props)} error={props.error ?? uploads.failure} labelElement="div">
      <Group gap={2} mb={6} justify="space-between">
        <Group gap={2} role="toolbar" aria-label={t('kit:ui.editor.tools')}>
          {tools.map((tool) => (
            <Tooltip key={tool.label} label={tool.label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={tool.label}
                disabled={props.disabled || mode === 'preview'}
                onClick={tool.run}
              >
                <Icon name={tool.icon} />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
        <SegmentedControl
          size="xs"
          value={mode}
          onChange={(value) => setMode(value as 'write' | 'preview')}
          data={[
            { value: 'write', label: t('kit:ui.editor.write') },
            { value: 'preview', label: t('kit:ui.editor.preview') },
          ]}
        />
      </Group>
      {mode === 'preview' ? (
        <div className={classes.preview}>
          <Markdown source={text} />
        </div>
      ) : (
        <Textarea
          ref={area}
          value={text}
          onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
          onBlur={props.onBlur}
          onPaste={(event) => {
            const file = [...event.clipboardData.files].find((one) => one.type.startsWith('image/'));
            if (!file) return;
            event.preventDefault();
            void addPicture(file);
          }}
          aria-label={typeof props.label === 'string' ? props.label : props['aria-label']}
          data-field={props.name}
          disabled={props.disabled}
          error={Boolean(props.error)}
          maxLength={maxLength}
          autosize
          minRows={rows}
          maxRows={rows * 3}
          classNames={{ input: classes.input }}
        />
      )}
      <input
        ref={picture}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          void addPicture(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </Input.Wrapper>
  );
}
