/** The colours of css/tokens.css, as text: a page that stands alone cannot load a sheet. A test holds the two together. */
export const lightTokens = `
--antiphon-bg:oklch(0.993 0.002 85);
--antiphon-surface:oklch(0.968 0.004 85);
--antiphon-raised:oklch(1 0 0);
--antiphon-sunken:oklch(0.952 0.005 85);
--antiphon-line:oklch(0.9 0.006 85);
--antiphon-line-strong:oklch(0.62 0.012 85);
--antiphon-text:oklch(0.235 0.008 85);
--antiphon-text-2:oklch(0.42 0.01 85);
--antiphon-text-3:oklch(0.505 0.012 85);
--antiphon-accent:oklch(0.47 0.078 212);
--antiphon-focus:oklch(0.56 0.092 212);
--antiphon-success:oklch(0.46 0.11 152);
--antiphon-warn:oklch(0.48 0.1 68);
--antiphon-warn-soft:oklch(0.96 0.03 82);
--antiphon-danger:oklch(0.5 0.18 27);
--antiphon-danger-soft:oklch(0.958 0.018 25);
--antiphon-info:oklch(0.48 0.13 258);
--antiphon-info-soft:oklch(0.955 0.019 258);`

export const darkTokens = `
--antiphon-bg:oklch(0.185 0.004 85);
--antiphon-surface:oklch(0.232 0.005 85);
--antiphon-raised:oklch(0.252 0.005 85);
--antiphon-sunken:oklch(0.15 0.004 85);
--antiphon-line:oklch(0.315 0.006 85);
--antiphon-line-strong:oklch(0.585 0.01 85);
--antiphon-text:oklch(0.93 0.005 85);
--antiphon-text-2:oklch(0.775 0.008 85);
--antiphon-text-3:oklch(0.695 0.01 85);
--antiphon-accent:oklch(0.8 0.09 205);
--antiphon-focus:oklch(0.72 0.11 208);
--antiphon-success:oklch(0.8 0.13 155);
--antiphon-warn:oklch(0.83 0.12 82);
--antiphon-warn-soft:oklch(0.29 0.04 75);
--antiphon-danger:oklch(0.76 0.135 22);
--antiphon-danger-soft:oklch(0.275 0.042 22);
--antiphon-info:oklch(0.78 0.1 255);
--antiphon-info-soft:oklch(0.29 0.045 258);`
