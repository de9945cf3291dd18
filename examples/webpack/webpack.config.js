import HtmlPlugin from 'html-webpack-plugin'
import CssPlugin from 'mini-css-extract-plugin'

/** @type {import('webpack').Configuration} */
export default {
  entry: './src/main.tsx',
  output: { filename: '[name].[contenthash].js', clean: true },
  devtool: 'source-map',
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      { test: /\.js$/, enforce: 'pre', use: 'source-map-loader' },
      {
        test: /\.tsx?$/,
        use: { loader: 'ts-loader', options: { compilerOptions: { noEmit: false } } },
        exclude: /node_modules/,
      },
      { test: /\.css$/, use: [CssPlugin.loader, 'css-loader'] },
    ],
  },
  plugins: [new HtmlPlugin({ template: 'src/index.html' }), new CssPlugin()],
  // Its limit of 244 kB before compression is below React and a chat.
  performance: false,
}
