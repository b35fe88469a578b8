using System;
using System.IO;
using System.Linq;
using System.Text;

static class Program
{
    static string Decode(string text) => Encoding.UTF8.GetString(Convert.FromBase64String(text));

    static void Main()
    {
        foreach (var row in File.ReadAllLines("rows.txt"))
        {
            var fields = row.Split(' ');
            var secrets = fields[2].Split(',').Select(Decode).ToList();
            var genuine = Webhooks.IsGenuine(Convert.FromBase64String(fields[0]), Decode(fields[1]), secrets);
            Console.WriteLine(genuine ? "true" : "false");
        }
    }
}
