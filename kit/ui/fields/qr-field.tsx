import { Button, Group, Input, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Hint } from '../display.tsx';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { type FieldProps, wrapperProps } from './types.ts';

export interface QrOptions {
  sizePx?: number;
  centreText?: string;
  darkColour?: string;
  lightColour?: string;
  fileName?: string;
}

interface Drawing extends Required<Omit<QrOptions, 'fileName'>> {
  text: string;
}

/** Correction level H survives the quarter of the modules that the words in the middle hide. */
async function draw(canvas: HTMLCanvasElement, drawing: Drawing): Promise<void> {
  const { toCanvas } = await import('qrcode');
  await toCanvas(canvas, drawing.text, {
    errorCorrectionLevel: 'H',
    width: drawing.sizePx,
    margin: 2,
    color: { dark: drawing.darkColour, light: drawing.lightColour },
  });
  const context = canvas.getContext('2d');
  if (!context || !drawing.centreText) return;
  const fontPx = Math.round(drawing.sizePx / 14);
  context.font = `600 ${fontPx}px system-ui, sans-serif`;
  const widthPx = Math.min(context.measureText(drawing.centreText).width + fontPx, drawing.sizePx * 0.42);
  const middle = canvas.width / 2;
  context.fillStyle = drawing.lightColour;
  context.fillRect(middle - widthPx / 2, middle - fontPx, widthPx, fontPx * 2);
  context.fillStyle = drawing.darkColour;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(drawing.centreText, middle, middle, widthPx - fontPx / 2);
}

/** A QR code of a text (usually an address), with a button that saves it as a picture unless it ends soon. */
export function QrCode({
  text,
  savable = true,
  sizePx = 200,
  centreText = '',
  darkColour = '#000000',
  lightColour = '#ffffff',
  fileName = 'qr',
}: QrOptions & { text: string; savable?: boolean }) {
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!canvas.current) return;
    setFailed(false);
    draw(canvas.current, { text, sizePx, centreText, darkColour, lightColour }).catch(() => setFailed(true));
  }, [text, sizePx, centreText, darkColour, lightColour]);
  const save = () => {
    if (!canvas.current) return;
    const link = document.createElement('a');
    link.href = canvas.current.toDataURL('image/png');
    link.download = `${fileName}.png`;
    link.click();
  };
  return (
    <div>
      <canvas
        ref={canvas}
        width={sizePx}
        height={sizePx}
        role="img"
        aria-label={t('kit:ui.qrOf', { text })}
        hidden={failed}
        style={{ borderRadius: 8 }}
      />
      {failed && (
        <Text size="sm" c="red" role="alert">
          {t('kit:ui.qrTooLong')}
        </Text>
      )}
      {savable && !failed && (
        <Group mt={6}>
          <Button size="xs" variant="light" leftSection={<Icon name="download" size={14} />} onClick={save}>
            {t('kit:ui.savePicture')}
          </Button>
        </Group>
      )}
    </div>
  );
}

export function QrField({
  sizePx,
  centreText,
  darkColour,
  lightColour,
  fileName,
  ...props
}: FieldProps<string> & QrOptions) {
  const t = useText();
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      {props.value ? (
        <QrCode
          text={props.value}
          sizePx={sizePx}
          centreText={centreText}
          darkColour={darkColour}
          lightColour={lightColour}
          fileName={fileName}
        />
      ) : (
        <Hint>{t('kit:ui.qrNothing')}</Hint>
      )}
    </Input.Wrapper>
  );
}
